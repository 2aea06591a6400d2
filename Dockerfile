# The bot in a container: `docker compose up` starts it with PostgreSQL (compose.yaml).
# It needs DISCORD_TOKEN at run time; no secret belongs into the image.
FROM python:3.13-slim

RUN useradd --system --create-home --uid 10001 turnpost && install -d -o turnpost -m 700 /data
WORKDIR /srv/turnpost

COPY requirements/run.lock requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/run.lock

COPY bot bot
COPY engines engines
COPY render render
COPY sandbox sandbox
COPY migrations migrations
RUN python -m compileall -q bot engines render sandbox migrations

USER turnpost
ENV DATABASE_URL=sqlite:////data/turnpost.sqlite3 \
    DATA_FOLDER=/data \
    LOG_FORMAT=json \
    METRICS_PORT=9464 \
    PYTHONUNBUFFERED=1
VOLUME /data

HEALTHCHECK --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9464/healthz', timeout=3)"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
