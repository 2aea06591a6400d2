--
-- PostgreSQL database dump
--

\restrict j5FLo8DRumLxWuDF5h1XpIQebgVDvgGDkWD4Bz3gGR2qNk2fnn4KIZmTVr7FOAV

-- Dumped from database version 18.4
-- Dumped by pg_dump version 18.4

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: address_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.address_codes (
    id bigint NOT NULL,
    purpose character varying(8) NOT NULL,
    address character varying(255) NOT NULL,
    player_id bigint,
    name character varying(100) NOT NULL,
    about text NOT NULL,
    digest character varying(64) NOT NULL,
    tries integer NOT NULL,
    cause character varying(100),
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT ck_address_codes_purpose CHECK (((purpose)::text = ANY ((ARRAY['link'::character varying, 'join'::character varying, 'act'::character varying])::text[])))
);


--
-- Name: address_codes_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.address_codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: address_codes_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.address_codes_id_seq OWNED BY public.address_codes.id;


--
-- Name: alembic_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);


--
-- Name: audit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit (
    id bigint NOT NULL,
    game_id bigint,
    actor character varying(100) NOT NULL,
    act character varying(32) NOT NULL,
    why text,
    version_before integer,
    version_after integer,
    at timestamp with time zone NOT NULL,
    cause character varying(100),
    about_guild_id bigint
);


--
-- Name: audit_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: audit_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.audit_id_seq OWNED BY public.audit.id;


--
-- Name: blocks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.blocks (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    blocked_id bigint,
    traces text,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: blocks_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.blocks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: blocks_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.blocks_id_seq OWNED BY public.blocks.id;


--
-- Name: counters; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.counters (
    name character varying(16) NOT NULL,
    last bigint NOT NULL
);


--
-- Name: declines; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.declines (
    id bigint NOT NULL,
    inviter_id bigint NOT NULL,
    identity_hashes text NOT NULL
);


--
-- Name: declines_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.declines_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: declines_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.declines_id_seq OWNED BY public.declines.id;


--
-- Name: drafts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.drafts (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    code character varying(8),
    act text NOT NULL,
    why text,
    mark character varying(24) NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: drafts_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.drafts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: drafts_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.drafts_id_seq OWNED BY public.drafts.id;


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    seq integer NOT NULL,
    first_seq integer CONSTRAINT events_cause_not_null NOT NULL,
    kind character varying(16) NOT NULL,
    seat integer,
    player_id bigint,
    action text,
    notation text,
    public_notation text,
    reveals boolean NOT NULL,
    data text,
    cause character varying(100),
    at timestamp with time zone NOT NULL
);


--
-- Name: events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: events_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.events_id_seq OWNED BY public.events.id;


--
-- Name: followers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.followers (
    game_id bigint NOT NULL,
    player_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: games; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.games (
    id bigint NOT NULL,
    code character varying(8) NOT NULL,
    key character varying(32) NOT NULL,
    options text NOT NULL,
    rules_version integer NOT NULL,
    status character varying(16) NOT NULL,
    min_seats integer NOT NULL,
    max_seats integer NOT NULL,
    seed character varying(64),
    state text,
    ply integer NOT NULL,
    version integer NOT NULL,
    edition integer NOT NULL,
    undo text,
    guild_id bigint,
    channel_id bigint,
    thread_id bigint,
    threaded boolean NOT NULL,
    lobby_message_id bigint,
    card_parcel_id bigint,
    deadline_hours double precision,
    deadline_at timestamp with time zone,
    host_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    moved_at timestamp with time zone,
    finished_at timestamp with time zone,
    clock_from timestamp with time zone,
    clock_card_id bigint,
    clock_stopped_at timestamp with time zone,
    alarm_at timestamp with time zone,
    mixture text,
    forum boolean DEFAULT false NOT NULL,
    terms text DEFAULT '{}'::text NOT NULL,
    clock text DEFAULT '{}'::text NOT NULL,
    away boolean DEFAULT false NOT NULL,
    pause_asked_at timestamp with time zone,
    undo_asked_at timestamp with time zone,
    waits_for_players boolean DEFAULT false NOT NULL,
    has_computer boolean DEFAULT false NOT NULL,
    CONSTRAINT ck_games_seats CHECK (((min_seats >= 1) AND (min_seats <= max_seats))),
    CONSTRAINT ck_games_status CHECK (((status)::text = ANY ((ARRAY['lobby'::character varying, 'active'::character varying, 'paused'::character varying, 'finished'::character varying, 'abandoned'::character varying])::text[])))
);


--
-- Name: games_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.games_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: games_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.games_id_seq OWNED BY public.games.id;


--
-- Name: heartbeats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.heartbeats (
    process character varying(64) NOT NULL,
    at timestamp with time zone NOT NULL
);


--
-- Name: identities; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identities (
    kind character varying(16) NOT NULL,
    external_id character varying(255) NOT NULL,
    person_id bigint NOT NULL,
    verified_at timestamp with time zone,
    closed_at timestamp with time zone
);


--
-- Name: invitations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invitations (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    seat integer NOT NULL,
    player_id bigint NOT NULL,
    inviter_id bigint,
    status character varying(16) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT ck_invitations_status CHECK (((status)::text = ANY ((ARRAY['open'::character varying, 'accepted'::character varying, 'declined'::character varying, 'expired'::character varying, 'withdrawn'::character varying])::text[])))
);


--
-- Name: invitations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.invitations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: invitations_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.invitations_id_seq OWNED BY public.invitations.id;


--
-- Name: jobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.jobs (
    id bigint NOT NULL,
    kind character varying(16) NOT NULL,
    game_id bigint NOT NULL,
    seat integer NOT NULL,
    seq integer NOT NULL,
    player_id bigint NOT NULL,
    status character varying(8) NOT NULL,
    attempts integer NOT NULL,
    not_before timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    leased_by character varying(64),
    leased_until timestamp with time zone,
    answer text,
    seconds double precision,
    created_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT ck_jobs_status CHECK (((status)::text = ANY ((ARRAY['pending'::character varying, 'done'::character varying])::text[])))
);


--
-- Name: jobs_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: jobs_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.jobs_id_seq OWNED BY public.jobs.id;


--
-- Name: leases; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leases (
    name character varying(40) NOT NULL,
    holder character varying(64) NOT NULL,
    until timestamp with time zone NOT NULL
);


--
-- Name: mail_invitations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mail_invitations (
    id bigint NOT NULL,
    address_hash character varying(32) NOT NULL,
    inviter_id bigint,
    game_id bigint,
    status character varying(8) NOT NULL,
    cause character varying(100),
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_mail_invitations_status CHECK (((status)::text = ANY ((ARRAY['sent'::character varying, 'held'::character varying, 'accepted'::character varying, 'refused'::character varying])::text[])))
);


--
-- Name: mail_invitations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.mail_invitations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: mail_invitations_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.mail_invitations_id_seq OWNED BY public.mail_invitations.id;


--
-- Name: mail_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mail_keys (
    id integer NOT NULL,
    secret character varying(64) NOT NULL,
    made_at timestamp with time zone NOT NULL
);


--
-- Name: mail_keys_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.mail_keys_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: mail_keys_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.mail_keys_id_seq OWNED BY public.mail_keys.id;


--
-- Name: mails_received; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mails_received (
    cause character varying(100) NOT NULL,
    sender_hash character varying(32) NOT NULL,
    received_at timestamp with time zone NOT NULL,
    answered boolean NOT NULL
);


--
-- Name: mutes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mutes (
    player_id bigint NOT NULL,
    game_id bigint NOT NULL,
    muted_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: notes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notes (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    player_id bigint NOT NULL,
    turn character varying(64) NOT NULL,
    body text NOT NULL,
    cause character varying(100),
    created_at timestamp with time zone NOT NULL
);


--
-- Name: notes_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: notes_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.notes_id_seq OWNED BY public.notes.id;


--
-- Name: orders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orders (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    player_id bigint NOT NULL,
    seat integer NOT NULL,
    guard text NOT NULL,
    action text,
    made_at_seq integer NOT NULL,
    due_at timestamp with time zone,
    cause character varying(100),
    created_at timestamp with time zone NOT NULL
);


--
-- Name: outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outbox (
    id bigint NOT NULL,
    game_id bigint,
    lane character varying(32) NOT NULL,
    kind character varying(16) NOT NULL,
    payload text NOT NULL,
    nonce character varying(25) NOT NULL,
    status character varying(8) NOT NULL,
    attempts integer NOT NULL,
    not_before timestamp with time zone NOT NULL,
    leased_by character varying(64),
    leased_until timestamp with time zone,
    note text,
    channel_id bigint,
    message_id bigint,
    created_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    seq integer,
    blocked_at timestamp with time zone,
    dropped_as character varying(12),
    gathered_in bigint,
    CONSTRAINT ck_outbox_status CHECK (((status)::text = ANY ((ARRAY['pending'::character varying, 'done'::character varying, 'dropped'::character varying])::text[])))
);


--
-- Name: outbox_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: outbox_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.outbox_id_seq OWNED BY public.outbox.id;


--
-- Name: owner; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.owner (
    id integer NOT NULL,
    application character varying(64) NOT NULL
);


--
-- Name: players; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.players (
    id bigint NOT NULL,
    name character varying(100) NOT NULL,
    theme character varying(8) NOT NULL,
    time_zone character varying(64),
    dms_closed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    dm_hands boolean DEFAULT true NOT NULL,
    forgotten_at timestamp with time zone,
    guided text DEFAULT ''::text NOT NULL,
    confirm character varying(8) DEFAULT 'weighty'::character varying NOT NULL,
    notices text DEFAULT '{}'::text NOT NULL,
    active_at timestamp with time zone,
    level integer,
    vacant boolean DEFAULT false NOT NULL,
    CONSTRAINT ck_players_theme CHECK (((theme)::text = ANY ((ARRAY['dark'::character varying, 'light'::character varying])::text[])))
);


--
-- Name: refusals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.refusals (
    guild_id bigint NOT NULL,
    place_id bigint NOT NULL,
    code character varying(16) NOT NULL,
    count integer NOT NULL,
    since timestamp with time zone NOT NULL,
    probe_at timestamp with time zone,
    told_at timestamp with time zone
);


--
-- Name: reports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reports (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    game_id bigint NOT NULL,
    talk_id bigint NOT NULL,
    reporter_id bigint NOT NULL,
    reported_id bigint NOT NULL,
    words text NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: reports_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: reports_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.reports_id_seq OWNED BY public.reports.id;


--
-- Name: request_budget; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.request_budget (
    id integer NOT NULL,
    full_at timestamp with time zone NOT NULL
);


--
-- Name: seats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seats (
    game_id bigint NOT NULL,
    player_id bigint NOT NULL,
    seat integer,
    joined_at timestamp with time zone NOT NULL,
    hand_message_id bigint,
    notices text DEFAULT '{}'::text NOT NULL,
    told_at timestamp with time zone,
    notice_at timestamp with time zone
);


--
-- Name: server_settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.server_settings (
    guild_id bigint NOT NULL,
    settings text NOT NULL
);


--
-- Name: talk; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.talk (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    player_id bigint NOT NULL,
    seat integer NOT NULL,
    turn character varying(64) NOT NULL,
    private boolean NOT NULL,
    body text NOT NULL,
    cause character varying(100) CONSTRAINT talk_source_id_not_null NOT NULL,
    at timestamp with time zone NOT NULL
);


--
-- Name: talk_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.talk_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: talk_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.talk_id_seq OWNED BY public.talk.id;


--
-- Name: talk_readers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.talk_readers (
    talk_id bigint NOT NULL,
    player_id bigint NOT NULL,
    seat integer NOT NULL,
    seen_at timestamp with time zone,
    refused_at timestamp with time zone
);


--
-- Name: talk_wishes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.talk_wishes (
    player_id bigint NOT NULL,
    game_id bigint NOT NULL,
    relayed boolean NOT NULL,
    meant boolean NOT NULL
);


--
-- Name: vacations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.vacations (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    due_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: vacations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.vacations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: vacations_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.vacations_id_seq OWNED BY public.vacations.id;


--
-- Name: address_codes id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.address_codes ALTER COLUMN id SET DEFAULT nextval('public.address_codes_id_seq'::regclass);


--
-- Name: audit id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit ALTER COLUMN id SET DEFAULT nextval('public.audit_id_seq'::regclass);


--
-- Name: blocks id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks ALTER COLUMN id SET DEFAULT nextval('public.blocks_id_seq'::regclass);


--
-- Name: declines id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.declines ALTER COLUMN id SET DEFAULT nextval('public.declines_id_seq'::regclass);


--
-- Name: drafts id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drafts ALTER COLUMN id SET DEFAULT nextval('public.drafts_id_seq'::regclass);


--
-- Name: events id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ALTER COLUMN id SET DEFAULT nextval('public.events_id_seq'::regclass);


--
-- Name: games id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.games ALTER COLUMN id SET DEFAULT nextval('public.games_id_seq'::regclass);


--
-- Name: invitations id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations ALTER COLUMN id SET DEFAULT nextval('public.invitations_id_seq'::regclass);


--
-- Name: jobs id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.jobs ALTER COLUMN id SET DEFAULT nextval('public.jobs_id_seq'::regclass);


--
-- Name: mail_invitations id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_invitations ALTER COLUMN id SET DEFAULT nextval('public.mail_invitations_id_seq'::regclass);


--
-- Name: mail_keys id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_keys ALTER COLUMN id SET DEFAULT nextval('public.mail_keys_id_seq'::regclass);


--
-- Name: notes id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes ALTER COLUMN id SET DEFAULT nextval('public.notes_id_seq'::regclass);


--
-- Name: outbox id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox ALTER COLUMN id SET DEFAULT nextval('public.outbox_id_seq'::regclass);


--
-- Name: reports id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reports ALTER COLUMN id SET DEFAULT nextval('public.reports_id_seq'::regclass);


--
-- Name: talk id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk ALTER COLUMN id SET DEFAULT nextval('public.talk_id_seq'::regclass);


--
-- Name: vacations id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vacations ALTER COLUMN id SET DEFAULT nextval('public.vacations_id_seq'::regclass);


--
-- Data for Name: address_codes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: alembic_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alembic_version VALUES ('0039');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit VALUES (1, 5, 'command line', 'replace', NULL, 6, 6, '2026-01-01 12:00:00+00', NULL, 11);


--
-- Data for Name: blocks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.blocks VALUES (1, 3, 2, NULL, '2026-01-01 12:00:00+00');


--
-- Data for Name: counters; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.counters VALUES ('persons', 8);


--
-- Data for Name: declines; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: drafts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES (1, 1, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900035', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (2, 1, 2, 1, 'committed', NULL, NULL, NULL, NULL, NULL, false, '{"commitment":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","words":"discord:900035"}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (3, 1, 3, 3, 'joined', NULL, 2, NULL, NULL, NULL, false, '{"seat":null,"words":"discord:900036"}', 'discord:900036', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (4, 1, 4, 3, 'started', NULL, NULL, NULL, NULL, NULL, false, '{"players":[1,2],"rules_version":1,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (5, 1, 5, 5, 'action', 0, 1, '{"kind":"drop","cell":"d3"}', '@d3', '@d3', false, NULL, 'discord:900037', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (6, 1, 6, 6, 'action', 1, 2, '{"kind":"drop","cell":"c5"}', '@c5', '@c5', false, NULL, 'discord:900038', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (7, 1, 7, 7, 'action', 0, 1, '{"kind":"drop","cell":"c2"}', '@c2', '@c2', false, NULL, 'discord:900039', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (8, 1, 8, 8, 'action', 1, 2, '{"kind":"drop","cell":"d5"}', '@d5', '@d5', false, NULL, 'discord:900040', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (9, 1, 9, 9, 'action', 0, 1, '{"kind":"drop","cell":"c3"}', '@c3', '@c3', false, NULL, 'discord:900041', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (10, 1, 10, 10, 'action', 1, 2, '{"kind":"drop","cell":"e6"}', '@e6', '@e6', false, NULL, 'discord:900042', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (11, 1, 11, 11, 'action', 0, 1, '{"kind":"drop","cell":"b3"}', '@b3', '@b3', false, NULL, 'discord:900043', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (12, 1, 12, 12, 'action', 1, 2, '{"kind":"drop","cell":"e5"}', '@e5', '@e5', false, NULL, 'discord:900044', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (13, 1, 13, 13, 'action', 0, 1, '{"kind":"step","from":"c3","to":"d4"}', 'c3-d4', 'c3-d4', false, NULL, 'discord:900045', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (14, 1, 14, 14, 'action', 1, 2, '{"kind":"step","from":"e5","to":"e4"}', 'e5-e4', 'e5-e4', false, NULL, 'discord:900046', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (15, 1, 15, 15, 'action', 0, 1, '{"kind":"phalanx","from":"d3","target":"d5"}', 'd3xd5>d6', 'd3xd5>d6', false, NULL, 'discord:900047', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (16, 1, 16, 16, 'action', 1, 2, '{"kind":"shift","from":"d6","to":"b4"}', 'd6-b4', 'd6-b4', false, NULL, 'discord:900048', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (17, 1, 17, 17, 'action', 0, 1, '{"kind":"translate","first":"d4","second":"d5","direction":"w"}', 'd4d5+w', 'd4d5+w', false, NULL, 'discord:900049', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (18, 1, 18, 18, 'action', 1, 2, '{"kind":"step","from":"c5","to":"d5"}', 'c5-d5', 'c5-d5', false, NULL, 'discord:900050', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (19, 1, 19, 19, 'action', 0, 1, '{"kind":"support","from":"c4","target":"b4"}', 'c4xb4*', 'c4xb4*', false, NULL, 'discord:900051', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (20, 1, 20, 20, 'action', 1, 2, '{"kind":"step","from":"e6","to":"d6"}', 'e6-d6', 'e6-d6', false, NULL, 'discord:900052', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (21, 1, 21, 21, 'action', 0, 1, '{"kind":"phalanx","from":"b3","target":"b5"}', 'b3xb5#', 'b3xb5#', false, NULL, 'discord:900053', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (22, 2, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900054', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (23, 2, 2, 1, 'committed', NULL, NULL, NULL, NULL, NULL, false, '{"commitment":"8f7f96db9ad045dd9c92d7c8885ff22745a50bbe796f5e2edd3c12220b6e44cb","words":"discord:900054"}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (24, 2, 3, 3, 'cancelled', NULL, 1, NULL, NULL, NULL, false, NULL, 'discord:900055', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (25, 3, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":null,"rematch_of":null}', 'discord:900056', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (26, 3, 2, 1, 'committed', NULL, NULL, NULL, NULL, NULL, false, '{"commitment":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","words":"discord:900056"}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (27, 4, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900057', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (28, 4, 2, 1, 'committed', NULL, NULL, NULL, NULL, NULL, false, '{"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":"discord:900057"}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (29, 4, 3, 3, 'joined', NULL, 2, NULL, NULL, NULL, false, '{"seat":null,"words":"discord:900058"}', 'discord:900058', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (30, 4, 4, 3, 'started', NULL, NULL, NULL, NULL, NULL, false, '{"players":[1,2],"rules_version":1,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50}}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (31, 4, 5, 5, 'action', 0, 1, '{"kind":"drop","cell":"d3"}', '@d3', '@d3', false, NULL, 'discord:900059', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (32, 4, 6, 6, 'action', 1, 2, '{"kind":"drop","cell":"c5"}', '@c5', '@c5', false, NULL, 'discord:900060', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (33, 4, 7, 7, 'action', 0, 1, '{"kind":"drop","cell":"c2"}', '@c2', '@c2', false, NULL, 'discord:900061', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (34, 4, 8, 8, 'action', 1, 2, '{"kind":"drop","cell":"d5"}', '@d5', '@d5', false, NULL, 'discord:900062', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (35, 4, 9, 9, 'undo_asked', 0, 1, NULL, 'undo?', 'undo?', false, '{"undo_to":2,"reseed":null}', 'discord:900063', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (36, 4, 10, 10, 'undo_agreed', 1, 2, NULL, 'undo agreed', 'undo agreed', false, NULL, 'discord:900064', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (37, 4, 11, 10, 'undone', NULL, NULL, NULL, 'back to move 3', 'back to move 3', false, '{"undo_to":2,"reseed":null}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (38, 4, 12, 12, 'action', 1, 2, '{"kind":"draw","answer":"offer"}', 'draw offer', 'draw offer', false, NULL, 'discord:900065', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (39, 5, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900066', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (40, 5, 2, 1, 'committed', NULL, NULL, NULL, NULL, NULL, false, '{"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":"discord:900066"}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (41, 5, 3, 3, 'joined', NULL, 2, NULL, NULL, NULL, false, '{"seat":null,"words":"discord:900067"}', 'discord:900067', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (42, 5, 4, 3, 'started', NULL, NULL, NULL, NULL, NULL, false, '{"players":[1,2],"rules_version":1,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (43, 5, 5, 5, 'action', 0, 1, '{"kind":"drop","cell":"d3"}', '@d3', '@d3', false, NULL, 'discord:900068', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (44, 5, 6, 6, 'undo_asked', 0, 1, NULL, 'undo?', 'undo?', false, '{"undo_to":0,"reseed":null}', 'discord:900069', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (45, 4, 13, 13, 'away', 1, 2, NULL, 'on vacation', 'on vacation', false, '{"until":"2026-01-04T23:00:00Z"}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (46, 5, 7, 7, 'away', 1, 2, NULL, 'on vacation', 'on vacation', false, '{"until":"2026-01-04T23:00:00Z"}', NULL, '2026-01-01 12:00:00+00');


--
-- Data for Name: followers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: games; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.games VALUES (2, '63TG', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'abandoned', 2, 2, NULL, NULL, 0, 3, 2, NULL, 11, 12, NULL, true, 1003, NULL, 72, NULL, 1, '2026-01-01 12:00:00+00', NULL, NULL, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, '{"first":{"secret":"cd447e35b8b6d8fe442e3d437204e52db2221a58008a05a6c4647159c324c985","words":["discord:900054"]},"later":[]}', false, '{}', '{}', false, NULL, NULL, false, false);
INSERT INTO public.games VALUES (3, 'AXW3', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'lobby', 2, 2, NULL, NULL, 0, 2, 1, NULL, 11, 12, NULL, true, NULL, NULL, 72, NULL, 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"first":{"secret":"afbd67f9619699cfe1988ad9f06c144a025b413f8a9a021ea648a7dd06839eb9","words":["discord:900056"]},"later":[]}', false, '{}', '{}', false, NULL, NULL, false, false);
INSERT INTO public.games VALUES (1, '6TQA', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'finished', 2, 2, '0ade68ea294603bc084823df83527a719a73d1b40adb8a0ff07ab73d3c122ce7', '~eLu5hDbeTZTLDoMgFET/hW5d4APsvxhjtKKSGGhVok3jv3cuYu1KIWbuwznz+V+cpwuX66AX0h+t6StYeKzN9nPf7J4kVT2sWXTvrLuMiSIKPfmG04i9nFZLNWqYFSU538Nvj/PTFDSVHVt9cJFkPMoEF7IkqVlNR+LwiJdB7GBmqjVAL+I4k7mQibwneUJOrBvaBibquotx+GtqnSI6UV+ZVpuePlqHt9/OTCsEQ9r4NKImz3y7zGKxej8Va9KtETcWjAvVAlc4Nhk4K+iBd8HKkqC1R3qFKHDzcJ06osgLCgo6xGK12LX2IDPgt+9fTYqD6w==', 17, 21, 20, NULL, 11, 12, 1000, true, 1000, 37, 72, NULL, 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, '{"first":{"secret":"35bf992dc9e9c616612e7696a6cecc1b78e510617311d8a3c2ce6f447ed4d57b","words":["discord:900035","discord:900036"]},"later":[]}', false, '{}', '{"called":[["0 0","2026-01-01T12:00:00Z"],["1 1","2026-01-01T12:00:00Z"],["0 2","2026-01-01T12:00:00Z"],["1 3","2026-01-01T12:00:00Z"],["0 4","2026-01-01T12:00:00Z"],["1 5","2026-01-01T12:00:00Z"],["0 6","2026-01-01T12:00:00Z"],["1 7","2026-01-01T12:00:00Z"],["0 8","2026-01-01T12:00:00Z"],["1 9","2026-01-01T12:00:00Z"],["0 10","2026-01-01T12:00:00Z"],["1 11","2026-01-01T12:00:00Z"],["0 12","2026-01-01T12:00:00Z"],["1 13","2026-01-01T12:00:00Z"],["0 14","2026-01-01T12:00:00Z"],["1 15","2026-01-01T12:00:00Z"],["0 16","2026-01-01T12:00:00Z"]]}', false, NULL, NULL, false, false);
INSERT INTO public.games VALUES (4, '9G39', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50}', 1, 'active', 2, 2, 'aa3b25d7cea7da916e6225eabc46fed1f8ad0c7feed70bfae75dedbab2a0549e', '~eLu5hDbeTZRJDsMgDEXvwjqLDM2mq14kQrSQxBLCKYNSqcrda0OGLjHS9/Sfv/+Dy3RRcJ0hsr5FN0mysFXuc7ovpIWl5AtdhClhuoxJSQzVlAvuKvFOYKK0QGYV977e9q23hyVoDQGthkJFU7e3qm/agXWC8eXcdFU37EoFGK/AFtSienL31ME4MtPUFJnJ62T4n7IZp8FNh7OPq3VtEWmguVbxePVi92LR1h7L5RH5Z0lhvggamQB3vuikyYiryhBybNt+U19yOw==', 2, 13, 12, NULL, 11, 12, NULL, false, NULL, 57, 72, '2026-01-04 12:00:00+00', 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', NULL, NULL, '2026-01-04 12:00:00+00', '{"first":{"secret":"ad45f23d3b1a11df587fd2803bab6c398d88348a7eed8d14f06d3fef701966a0","words":["discord:900057","discord:900058"]},"later":[]}', false, '{}', '{"acted":[1],"called":[["0 2","2026-01-01T12:00:00Z"],["0 draw accept","2026-01-01T12:00:00Z"],["0 draw decline","2026-01-01T12:00:00Z"]]}', false, NULL, NULL, false, false);
INSERT INTO public.games VALUES (5, '9HC3', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'active', 2, 2, '27266cc10d5175b394395541c5df070279e00e1b62333e3b587e2f647aeee333', '~eLu5hDbeTZRNDoMgEIXvwtoFVg/QixhCC+okhLEIsUnj3Z0BlS4ZyJsf3je//8Fluii4zRBZ36GfFFnYaf+93bemhaXUG32EKWGqxqQklmrKBXeN+CSwUTkgs1JKKffz29vLE9wUOgMFi1Y++kYOLLPaULZN1/TDKVR4CRpcIS3qFzdPDYxjRZrsFEyy/ITSWW/AT9fdtbeqCZBGmqsVT9OJ041F3gQsu0fkmyWtc2VoZAb8faKlpiJuOmPIsX0/AJI2c4c=', 1, 7, 6, '{"by":0,"undo_to":0,"agreed":[],"actions":[[0,"@d3"]]}', 11, 12, NULL, true, NULL, 65, 24, '2026-01-02 12:00:00+00', 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', NULL, '{"first":{"secret":"a11d459a2f978d8719999e3fa46d6753ec148cb48e73ca47ea90a8f0d66b829e","words":["discord:900066","discord:900067"]},"later":[]}', false, '{}', '{"acted":[0],"called":[["0 0","2026-01-01T12:00:00Z"],["1 1","2026-01-01T12:00:00Z"],["1 undo","2026-01-01T12:00:00Z"]]}', true, NULL, '2026-01-01 12:00:00+00', false, false);


--
-- Data for Name: heartbeats; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: identities; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identities VALUES ('discord', '777000111222333101', 1, NULL, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333102', 2, NULL, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333103', 3, NULL, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333104', 4, NULL, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333105', 5, NULL, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333106', 6, NULL, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333107', 7, NULL, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333108', 8, NULL, NULL);


--
-- Data for Name: invitations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.invitations VALUES (1, 5, 1, 3, NULL, 'open', '2026-01-01 12:00:00+00', '2026-01-08 12:00:00+00', NULL);


--
-- Data for Name: jobs; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: leases; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mail_invitations; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mail_keys; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mails_received; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: mutes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: notes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: orders; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: outbox; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.outbox VALUES (3, 1, 'game:1', 'thread', '', '0326b8b4de2be9e85de9f79d', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 12, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (6, 1, 'game:1:strip', 'strip', '', 'df2369d6335d843661770850', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1001, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 5, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (5, 1, 'game:1', 'card', '', '162a552aad9f2120b8046724', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1002, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 5, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (7, 1, 'game:1', 'card', '', '6825f62820845ece362e58c4', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1004, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 6, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (8, 1, 'game:1:strip', 'strip', '', '035c1c9083e6413a7b7d1606', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1002, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 6, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (10, 1, 'game:1:strip', 'strip', '', '6ea5857a70857d71fa570485', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1004, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 7, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (12, 1, 'game:1:strip', 'strip', '', 'e250b243931545d9e4bf6268', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1005, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 8, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (14, 1, 'game:1:strip', 'strip', '', '1c17dcd9c124d91316f26f14', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1006, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 9, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (16, 1, 'game:1:strip', 'strip', '', '2535e0a3dec97f53f360cad2', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1007, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 10, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (11, 1, 'game:1', 'card', '', 'e6c58885c54ed1f002c1acae', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1006, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 8, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (15, 1, 'game:1', 'card', '', '928f46b77cc274e4c3a53fb6', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1008, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 10, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (18, 1, 'game:1:strip', 'strip', '', '6e24ba9d88ca6c23d14bd750', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1008, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 11, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (20, 1, 'game:1:strip', 'strip', '', '5a0415766aaeefd4165ef054', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1009, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 12, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (22, 1, 'game:1:strip', 'strip', '', 'aa2b6abafe241c3045c53845', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1010, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 13, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (24, 1, 'game:1:strip', 'strip', '', '980bd43fb583bf6892ceaae8', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1011, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 14, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (19, 1, 'game:1', 'card', '', '71839b7c84cc1c5913fe3ba0', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1010, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 12, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (23, 1, 'game:1', 'card', '', '9b0b25b712ebfed71afb705d', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1012, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 14, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (26, 1, 'game:1:strip', 'strip', '', 'd1b2c13d3b6f8fe4c8499179', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1012, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 15, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (28, 1, 'game:1:strip', 'strip', '', '99f31fbd789bc72bf8e749a9', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1013, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 16, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (30, 1, 'game:1:strip', 'strip', '', '14434f0f5101bbe14be3267c', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1014, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 17, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (32, 1, 'game:1:strip', 'strip', '', '6de15287f214e03cccd54858', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1015, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 18, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (27, 1, 'game:1', 'card', '', '1526a084be61cb9d8ac1c4b0', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1014, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 16, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (31, 1, 'game:1', 'card', '', 'be76cb3993b6f727d1a30ac5', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1016, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 18, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (40, 2, 'game:2', 'lobby', '{}', '1ba93e466bd4da35fa4ec3a6', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 12, 1003, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 3, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (34, 1, 'game:1:strip', 'strip', '', '0e76e450566a0335947ca9ff', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1016, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 19, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (36, 1, 'game:1:strip', 'strip', '', '019db986a4066108cbfde0a0', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1017, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 20, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (35, 1, 'game:1', 'card', '', '84e9c092de8882a02a77e7b2', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1018, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 20, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (38, 1, 'game:1:strip', 'strip', '', '031c2bb3d514ae4ba3bae853', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1018, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 21, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (2, 1, 'game:1', 'lobby', '{}', 'a9e8e35bef5f02cb9de889cc', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 12, 1000, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (1, 1, 'game:1', 'lobby', '', 'c1dd1c476b8093261363e491', 'dropped', 1, '2026-01-01 12:00:00+00', NULL, NULL, 'superseded', NULL, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 2, NULL, 'superseded', NULL);
INSERT INTO public.outbox VALUES (39, 2, 'game:2', 'lobby', '', '9d9d8544935d91065b058a45', 'dropped', 1, '2026-01-01 12:00:00+00', NULL, NULL, 'superseded', NULL, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 2, NULL, 'superseded', NULL);
INSERT INTO public.outbox VALUES (43, 4, 'game:4', 'lobby', '{"type":"lobby","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false}}', '9c591fb1142b2b2624414aee', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (44, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false},"view":{"viewer":null,"ply":0,"turn":"move 1","to_act":[0],"prompt":"White drops a soldier","chips":["4 in reserve","4 in reserve"],"phase":"drop","soldiers":[[],[]],"castles":[true,true],"reserves":[4,4],"lost":[0,0],"next_seat":0,"last":null,"position":"B/..../...../...../..../W w 44","quiet_limit":50},"happened":[],"called":[0],"first_picks":[{"token":"d3","label":"d3"},{"token":"e4","label":"e4"}]}', '3361fd139aee1c1090358881', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (45, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":4,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34","quiet_limit":50},"happened":["White drops a soldier on d3"],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}]}', 'a82c365df3a05b5e9a111bff', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (46, 4, 'game:4:strip', 'strip', '{"type":"strip","parcel_id":44}', '82c056d8ba8caee565dce56b', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (4, 1, 'game:1', 'card', '', 'f8afe2db5f9caa4a9f2e0553', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1001, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (9, 1, 'game:1', 'card', '', 'd0e0a2877efab31b5254fce1', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1005, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 7, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (25, 1, 'game:1', 'card', '', '439bb0fcba4fa51bb1613484', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1013, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 15, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (13, 1, 'game:1', 'card', '', 'f114efcc541f8bdccb2b5b2b', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1007, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 9, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (41, 3, 'game:3', 'lobby', '{"type":"lobby","report":{"id":3,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":true},{"seat":1,"name":"Black","emblem":"B","person":null}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"commitment":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","words":["discord:900056"],"draws":false}}', '9b8e0f14a66820183304245b', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 2, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (42, 4, 'game:4', 'lobby', '{"type":"lobby","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":null}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057"],"draws":false}}', 'c3940d442d490c0d11c99672', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 2, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (37, 1, 'game:1', 'card', '~eLu5hDbevVZNb5wwEP0rFr2uiL+wcW6JKvXcqlIOFVrZxk5QEaSwaLeq9r93bD6WkE2UXnpZLWB7nue9eTMfXSe+f71bwnRtD3q/xP8yuK5zqHQ9+uyGE/o2fV8Q+6qp+icXAiw3oviti981Tbj7KkXb/NEX2R2Vu03/26Q/PFUHtybv4R3qI5hr7N/X2v5cn3L/6hR6WdwaOKXYCnMl2uhssPI4gavb5nEP9lHr5rRUfj88B3r2tm0O1ePQDhdTAOIc8BFTy3bJr6Fyh31dgVEAaIyv1I2koW7mwkq06V1jA9huqIG+87VKfG0H2wJ+vSKWOpGLEYQdiMhkZRaREXSsmv4WxbyCe1joMrVD4FTIB8tp1p5crJ1qaiezkf1JOt3E/kB2FBYen35HfYfjopOcPhwyDSIGGw3uHqKcX9qnUCRXVqrMEKGy0jHjIQUiI4Q4Iwm3glnKSM49dgwWYWKU1oL63DvtiEpmZ04wKFfkTlPFBWbG4pznlJU+ZxmVWhKlJSuJ4bDO5Bp7j6U28IpZQql1Mtl0BamEzGxOMOyF2IoJnjHmPGwqsePclt4wazxhWjoqrGG4ZEyWMiNcOm6udRWFMWbZqrXEF2LsLyCVEBdu6ZWipVVOWUGEINRJoYQW1llLjMxdRrAgkhFS5hrSY53wHGKWvMyk2fS687ud+6qm1hL5Z30tjZ2jvq3LKvTrXcIuD8V/09k8OcDFuvB1RnD740diOLwxgQpLww8DXMBT5EYES+JJUewmKGFLdMSY0SI4Re+6cZjDOxzmuejCUwNvAPZ+8bp51LtYaAueHk0mMexksk+zBYzAWADGI5wZZEBSdu04yE3sDbEZTE9T9m/HG3mYEPeH9qij+gBOMKLntp+sLbm/SY+puUnT1KThb5reHMPfB2QQxiHvna7qQArhUAOCipxKWpx3L2bCkZU40yLD0aFFJkMwfSHD4kPAvmErwIwCWAag4vwXrOI8+Q==', '209b132ff2b0e0b616f25d6e', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1019, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 21, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (67, 5, 'user:3:later', 'invitation', '{"type":"invitation","person_id":3,"invitation_id":1,"purpose":"ask","title":"Guerre des Deux Roses","seat_name":"Black"}', 'd07ab31db6aaa2e3445ac907', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (17, 1, 'game:1', 'card', '', '18ce52d9f4be7c3166395ef5', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1009, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 11, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (21, 1, 'game:1', 'card', '', '36917eb403ad6168027c2510', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1011, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 13, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (29, 1, 'game:1', 'card', '', '1b27793d09bd1b7609cf3fa8', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1015, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 17, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (33, 1, 'game:1', 'card', '', 'c55fc212df17ff490ecdf9b6', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1000, 1017, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 19, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (64, 5, 'game:5:strip', 'strip', '{"type":"strip","parcel_id":62}', '258f52a1961879c73e007909', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (47, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":5,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black drops a soldier on c5"],"called":[0],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}', '9fc651e1e907e2c13758beb4', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (48, 4, 'game:4:strip', 'strip', '{"type":"strip","parcel_id":45}', '6a99493ae4a76c90552eeab2', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (51, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":7,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":4,"turn":"move 5","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false},"view":{"viewer":null,"ply":4,"turn":"move 5","to_act":[0],"prompt":"White drops a soldier","chips":["2 in reserve","2 in reserve"],"phase":"drop","soldiers":[["c2","d3"],["c5","d5"]],"castles":[true,true],"reserves":[2,2],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@d5","moved":[],"dropped":"d5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./...../ww../W w 22","quiet_limit":50},"happened":["Black drops a soldier on d5"],"called":[0],"first_picks":[{"token":"b2","label":"b2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}', '1888cfaaad3ac6e6bb16fa2d', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 8, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (52, 4, 'game:4:strip', 'strip', '{"type":"strip","parcel_id":49}', '27d7f45f7ec3dfd6af70793c', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 8, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (55, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":10,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black agrees to go back","undone: @d5 and @c2"],"called":[0],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}', '1bc82e1464b33ca42df162cf', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 11, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (56, 4, 'game:4:strip', 'strip', '{"type":"strip","parcel_id":53}', '7945562349b88f903c8c06c8', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 11, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (59, 5, 'game:5', 'lobby', '{"type":"lobby","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":null}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900066"],"draws":false}}', '771dbf705116f6f427d5c573', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 2, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (63, 5, 'game:5', 'card', '{"type":"card","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":4,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"20d3cf55643d6219ce05fa93419b8b24637ee280eb0ce8e67e4cf72bf47b00ee","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900066","discord:900067"],"draws":false},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["White drops a soldier on d3"],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}]}', '4edc4459c74a86dd56d6eca3', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (49, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":6,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":3,"turn":"move 4","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false},"view":{"viewer":null,"ply":3,"turn":"move 4","to_act":[1],"prompt":"Black drops a soldier","chips":["2 in reserve","3 in reserve"],"phase":"drop","soldiers":[["c2","d3"],["c5"]],"castles":[true,true],"reserves":[2,3],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@c2","moved":[],"dropped":"c2","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../ww../W b 23","quiet_limit":50},"happened":["White drops a soldier on c2"],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"d5","label":"d5"},{"token":"d6","label":"d6"}]}', '786c3d1a0620612c029af79c', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 7, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (50, 4, 'game:4:strip', 'strip', '{"type":"strip","parcel_id":47}', '55142e543b8135148342b206', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 7, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (53, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":8,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":4,"turn":"move 5","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false,"undo_asked_by":0,"undo_actions":[[0,"@c2"],[1,"@d5"]],"undo_asked":[1]},"view":{"viewer":null,"ply":4,"turn":"move 5","to_act":[0],"prompt":"White drops a soldier","chips":["2 in reserve","2 in reserve"],"phase":"drop","soldiers":[["c2","d3"],["c5","d5"]],"castles":[true,true],"reserves":[2,2],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@d5","moved":[],"dropped":"d5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./...../ww../W w 22","quiet_limit":50},"happened":[],"called":[1],"first_picks":[{"token":"b2","label":"b2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}', 'dce8066a9a1b927a4325e913', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 9, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (54, 4, 'game:4:strip', 'strip', '{"type":"strip","parcel_id":51}', 'f1c8437c2cfa22573d3fd89e', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 9, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (57, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":11,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false,"answers":[[0,"draw accept"],[0,"draw decline"]],"draw_asked_by":[1]},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black offers a draw"],"called":[0],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}],"head_lines":[{"what":"draw","seat":1,"line":"Black offers a draw"}]}', 'dff517079e645d248db3df2c', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 12, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (58, 4, 'game:4:strip', 'strip', '{"type":"strip","parcel_id":55}', '9fcd63bf54020cd3e581495a', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 12, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (60, 5, 'game:5', 'lobby', '{"type":"lobby","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"20d3cf55643d6219ce05fa93419b8b24637ee280eb0ce8e67e4cf72bf47b00ee","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900066","discord:900067"],"draws":false}}', '8662351e1cdf1912f93d5880', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (61, 5, 'game:5', 'thread', '{"type":"thread","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"20d3cf55643d6219ce05fa93419b8b24637ee280eb0ce8e67e4cf72bf47b00ee","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900066","discord:900067"],"draws":false},"name":""}', '8b73c7414355315a36c5ae33', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (62, 5, 'game:5', 'card', '{"type":"card","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"20d3cf55643d6219ce05fa93419b8b24637ee280eb0ce8e67e4cf72bf47b00ee","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900066","discord:900067"],"draws":false},"view":{"viewer":null,"ply":0,"turn":"move 1","to_act":[0],"prompt":"White drops a soldier","chips":["4 in reserve","4 in reserve"],"phase":"drop","soldiers":[[],[]],"castles":[true,true],"reserves":[4,4],"lost":[0,0],"next_seat":0,"last":null,"position":"B/..../...../...../..../W w 44"},"happened":[],"called":[0],"first_picks":[{"token":"d3","label":"d3"},{"token":"e4","label":"e4"}]}', '3770d3f0b9b67836131355b1', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (65, 5, 'game:5', 'card', '{"type":"card","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":5,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"20d3cf55643d6219ce05fa93419b8b24637ee280eb0ce8e67e4cf72bf47b00ee","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900066","discord:900067"],"draws":false,"undo_asked_by":0,"undo_actions":[[0,"@d3"]],"undo_asked":[1]},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":[],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}]}', '2efeed5f19599a35b145a106', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (66, 5, 'game:5:strip', 'strip', '{"type":"strip","parcel_id":63}', '20f66728543d42fe1b53c05c', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (68, 4, 'game:4', 'refresh', '{"type":"refresh","parcel_id":57,"report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":12,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"6a8e487049707ba9e739ace730ff2a49d65956719fcb4786d19ed77d9da4954e","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900057","discord:900058"],"draws":false,"away":[[1,"2026-01-04T23:00:00Z"]],"answers":[[0,"draw accept"],[0,"draw decline"]],"draw_asked_by":[1]},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black is on vacation until the end of 4 January 2026"],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}],"head_lines":[]}', 'a34a657a018cc558fa2ae439', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 13, NULL, NULL, NULL);
INSERT INTO public.outbox VALUES (69, 5, 'game:5', 'refresh', '{"type":"refresh","parcel_id":65,"report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":6,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":null,"outcome":null,"seed_hash":"20d3cf55643d6219ce05fa93419b8b24637ee280eb0ce8e67e4cf72bf47b00ee","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900066","discord:900067"],"draws":false,"away":[[1,"2026-01-04T23:00:00Z"]],"stands":true,"undo_asked_by":0,"undo_actions":[[0,"@d3"]],"undo_asked":[1]},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["Black is on vacation until the end of 4 January 2026"],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}],"head_lines":[]}', '7678928a69ead1019e7e5c17', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 7, NULL, NULL, NULL);


--
-- Data for Name: owner; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: players; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.players VALUES (3, 'Cleo', 'dark', NULL, NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{}', NULL, NULL, false);
INSERT INTO public.players VALUES (4, 'Dan', 'dark', NULL, NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{}', NULL, NULL, false);
INSERT INTO public.players VALUES (5, 'Eve', 'dark', NULL, NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{}', NULL, NULL, false);
INSERT INTO public.players VALUES (6, 'Ada', 'dark', NULL, NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{}', NULL, NULL, false);
INSERT INTO public.players VALUES (7, 'Olga', 'dark', NULL, NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{}', NULL, NULL, false);
INSERT INTO public.players VALUES (8, 'Zoë Zephyr', 'dark', NULL, NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{}', NULL, NULL, false);
INSERT INTO public.players VALUES (2, 'Bob', 'light', 'Europe/Paris', NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{"where":"dm"}', '2026-01-01 12:00:00+00', NULL, false);
INSERT INTO public.players VALUES (1, 'Ann', 'dark', NULL, NULL, '2025-12-01 00:00:00+00', true, NULL, '', 'weighty', '{}', '2026-01-01 12:00:00+00', NULL, false);


--
-- Data for Name: refusals; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reports; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: request_budget; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: seats; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.seats VALUES (1, 2, 1, '2026-01-01 12:00:00+00', NULL, '{}', NULL, NULL);
INSERT INTO public.seats VALUES (1, 1, 0, '2026-01-01 12:00:00+00', NULL, '{}', NULL, NULL);
INSERT INTO public.seats VALUES (2, 1, 0, '2026-01-01 12:00:00+00', NULL, '{}', NULL, NULL);
INSERT INTO public.seats VALUES (3, 1, NULL, '2026-01-01 12:00:00+00', NULL, '{}', NULL, NULL);
INSERT INTO public.seats VALUES (4, 1, 0, '2026-01-01 12:00:00+00', NULL, '{}', '2026-01-01 12:00:00+00', '2026-01-03 00:00:00+00');
INSERT INTO public.seats VALUES (4, 2, 1, '2026-01-01 12:00:00+00', NULL, '{}', NULL, NULL);
INSERT INTO public.seats VALUES (5, 1, 0, '2026-01-01 12:00:00+00', NULL, '{}', NULL, NULL);
INSERT INTO public.seats VALUES (5, 2, 1, '2026-01-01 12:00:00+00', NULL, '{}', NULL, '2026-01-01 12:10:00+00');


--
-- Data for Name: server_settings; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: talk; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: talk_readers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: talk_wishes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: vacations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.vacations VALUES (1, 2, '2026-01-01 12:00:00+00', '2026-01-04 23:00:00+00', NULL, '2026-01-04 23:00:00+00', '2026-01-01 12:00:00+00');


--
-- Name: address_codes_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.address_codes_id_seq', 1, false);


--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_id_seq', 1, true);


--
-- Name: blocks_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.blocks_id_seq', 1, true);


--
-- Name: declines_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.declines_id_seq', 1, false);


--
-- Name: drafts_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.drafts_id_seq', 1, false);


--
-- Name: events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.events_id_seq', 46, true);


--
-- Name: games_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.games_id_seq', 5, true);


--
-- Name: invitations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.invitations_id_seq', 1, true);


--
-- Name: jobs_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.jobs_id_seq', 1, false);


--
-- Name: mail_invitations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.mail_invitations_id_seq', 1, false);


--
-- Name: mail_keys_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.mail_keys_id_seq', 1, false);


--
-- Name: notes_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.notes_id_seq', 1, false);


--
-- Name: outbox_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.outbox_id_seq', 69, true);


--
-- Name: reports_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.reports_id_seq', 1, false);


--
-- Name: talk_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.talk_id_seq', 1, false);


--
-- Name: vacations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.vacations_id_seq', 1, true);


--
-- Name: alembic_version alembic_version_pkc; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);


--
-- Name: address_codes pk_address_codes; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.address_codes
    ADD CONSTRAINT pk_address_codes PRIMARY KEY (id);


--
-- Name: audit pk_audit; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT pk_audit PRIMARY KEY (id);


--
-- Name: blocks pk_blocks; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT pk_blocks PRIMARY KEY (id);


--
-- Name: counters pk_counters; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.counters
    ADD CONSTRAINT pk_counters PRIMARY KEY (name);


--
-- Name: declines pk_declines; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.declines
    ADD CONSTRAINT pk_declines PRIMARY KEY (id);


--
-- Name: drafts pk_drafts; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT pk_drafts PRIMARY KEY (id);


--
-- Name: events pk_events; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (id);


--
-- Name: followers pk_followers; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.followers
    ADD CONSTRAINT pk_followers PRIMARY KEY (game_id, player_id);


--
-- Name: games pk_games; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.games
    ADD CONSTRAINT pk_games PRIMARY KEY (id);


--
-- Name: heartbeats pk_heartbeats; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.heartbeats
    ADD CONSTRAINT pk_heartbeats PRIMARY KEY (process);


--
-- Name: identities pk_identities; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT pk_identities PRIMARY KEY (kind, external_id);


--
-- Name: invitations pk_invitations; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT pk_invitations PRIMARY KEY (id);


--
-- Name: jobs pk_jobs; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT pk_jobs PRIMARY KEY (id);


--
-- Name: leases pk_leases; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leases
    ADD CONSTRAINT pk_leases PRIMARY KEY (name);


--
-- Name: mail_invitations pk_mail_invitations; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_invitations
    ADD CONSTRAINT pk_mail_invitations PRIMARY KEY (id);


--
-- Name: mail_keys pk_mail_keys; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_keys
    ADD CONSTRAINT pk_mail_keys PRIMARY KEY (id);


--
-- Name: mails_received pk_mails_received; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails_received
    ADD CONSTRAINT pk_mails_received PRIMARY KEY (cause);


--
-- Name: mutes pk_mutes; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT pk_mutes PRIMARY KEY (player_id, game_id, muted_id);


--
-- Name: notes pk_notes; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT pk_notes PRIMARY KEY (id);


--
-- Name: orders pk_orders; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT pk_orders PRIMARY KEY (id);


--
-- Name: outbox pk_outbox; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT pk_outbox PRIMARY KEY (id);


--
-- Name: owner pk_owner; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.owner
    ADD CONSTRAINT pk_owner PRIMARY KEY (id);


--
-- Name: players pk_players; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.players
    ADD CONSTRAINT pk_players PRIMARY KEY (id);


--
-- Name: refusals pk_refusals; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refusals
    ADD CONSTRAINT pk_refusals PRIMARY KEY (guild_id, place_id);


--
-- Name: reports pk_reports; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT pk_reports PRIMARY KEY (id);


--
-- Name: request_budget pk_request_budget; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.request_budget
    ADD CONSTRAINT pk_request_budget PRIMARY KEY (id);


--
-- Name: seats pk_seats; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (game_id, player_id);


--
-- Name: server_settings pk_server_settings; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.server_settings
    ADD CONSTRAINT pk_server_settings PRIMARY KEY (guild_id);


--
-- Name: talk pk_talk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk
    ADD CONSTRAINT pk_talk PRIMARY KEY (id);


--
-- Name: talk_readers pk_talk_readers; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk_readers
    ADD CONSTRAINT pk_talk_readers PRIMARY KEY (talk_id, player_id);


--
-- Name: talk_wishes pk_talk_wishes; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk_wishes
    ADD CONSTRAINT pk_talk_wishes PRIMARY KEY (player_id, game_id);


--
-- Name: vacations pk_vacations; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT pk_vacations PRIMARY KEY (id);


--
-- Name: address_codes uq_address_codes_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.address_codes
    ADD CONSTRAINT uq_address_codes_cause UNIQUE (cause);


--
-- Name: audit uq_audit_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT uq_audit_cause UNIQUE (cause);


--
-- Name: blocks uq_blocks_player_id_blocked_id; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT uq_blocks_player_id_blocked_id UNIQUE (player_id, blocked_id);


--
-- Name: events uq_events_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT uq_events_cause UNIQUE (cause);


--
-- Name: events uq_events_game_id_seq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT uq_events_game_id_seq UNIQUE (game_id, seq);


--
-- Name: games uq_games_code; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_code UNIQUE (code);


--
-- Name: mail_invitations uq_mail_invitations_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_invitations
    ADD CONSTRAINT uq_mail_invitations_cause UNIQUE (cause);


--
-- Name: notes uq_notes_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT uq_notes_cause UNIQUE (cause);


--
-- Name: orders uq_orders_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT uq_orders_cause UNIQUE (cause);


--
-- Name: outbox uq_outbox_nonce; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT uq_outbox_nonce UNIQUE (nonce);


--
-- Name: reports uq_reports_reporter_id_talk_id; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT uq_reports_reporter_id_talk_id UNIQUE (reporter_id, talk_id);


--
-- Name: seats uq_seats_game_id_seat; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT uq_seats_game_id_seat UNIQUE (game_id, seat);


--
-- Name: talk uq_talk_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk
    ADD CONSTRAINT uq_talk_cause UNIQUE (cause);


--
-- Name: ix_address_codes_address; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_address_codes_address ON public.address_codes USING btree (address);


--
-- Name: ix_address_codes_created_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_address_codes_created_at ON public.address_codes USING btree (created_at);


--
-- Name: ix_address_codes_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_address_codes_player_id ON public.address_codes USING btree (player_id);


--
-- Name: ix_audit_about_guild_id_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_audit_about_guild_id_id ON public.audit USING btree (about_guild_id, id);


--
-- Name: ix_audit_actor; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_audit_actor ON public.audit USING btree (actor);


--
-- Name: ix_audit_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_audit_game_id ON public.audit USING btree (game_id);


--
-- Name: ix_blocks_blocked_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_blocks_blocked_id ON public.blocks USING btree (blocked_id);


--
-- Name: ix_declines_inviter_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_declines_inviter_id ON public.declines USING btree (inviter_id);


--
-- Name: ix_drafts_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_drafts_player_id ON public.drafts USING btree (player_id);


--
-- Name: ix_events_admin; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_events_admin ON public.events USING btree (game_id) WHERE ((kind)::text = 'admin'::text);


--
-- Name: ix_events_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_events_player_id ON public.events USING btree (player_id) WHERE (player_id IS NOT NULL);


--
-- Name: ix_followers_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_followers_player_id ON public.followers USING btree (player_id);


--
-- Name: ix_games_alarm_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_alarm_at ON public.games USING btree (alarm_at) WHERE (alarm_at IS NOT NULL);


--
-- Name: ix_games_called_off; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_called_off ON public.games USING btree (finished_at) WHERE ((finished_at IS NOT NULL) AND (started_at IS NULL));


--
-- Name: ix_games_channel_id_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_channel_id_status ON public.games USING btree (channel_id, status);


--
-- Name: ix_games_clock_card_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_clock_card_id ON public.games USING btree (clock_card_id);


--
-- Name: ix_games_finished_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_finished_at ON public.games USING btree (finished_at) WHERE (finished_at IS NOT NULL);


--
-- Name: ix_games_guild_id_key_status_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_guild_id_key_status_id ON public.games USING btree (guild_id, key, status, id);


--
-- Name: ix_games_guild_id_status_id_code; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_guild_id_status_id_code ON public.games USING btree (guild_id, status, id, code);


--
-- Name: ix_games_host_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_host_id ON public.games USING btree (host_id);


--
-- Name: ix_games_key_status_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_key_status_id ON public.games USING btree (key, status, id);


--
-- Name: ix_games_key_status_rules_version; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_key_status_rules_version ON public.games USING btree (key, status, rules_version);


--
-- Name: ix_games_pause_asked_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_pause_asked_at ON public.games USING btree (pause_asked_at) WHERE ((pause_asked_at IS NOT NULL) AND (finished_at IS NULL));


--
-- Name: ix_games_quiet; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_quiet ON public.games USING btree (moved_at) WHERE ((thread_id IS NOT NULL) AND (deadline_at IS NOT NULL) AND (clock_stopped_at IS NULL) AND (finished_at IS NULL));


--
-- Name: ix_games_status_id_code; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_status_id_code ON public.games USING btree (status, id, code);


--
-- Name: ix_games_thread_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_thread_id ON public.games USING btree (thread_id);


--
-- Name: ix_games_undo_asked_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_undo_asked_at ON public.games USING btree (undo_asked_at) WHERE ((undo_asked_at IS NOT NULL) AND (finished_at IS NULL));


--
-- Name: ix_games_waiting; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_waiting ON public.games USING btree (created_at) WHERE ((finished_at IS NULL) AND ((started_at IS NULL) OR waits_for_players));


--
-- Name: ix_games_with_computers; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_with_computers ON public.games USING btree (id) WHERE (has_computer AND (finished_at IS NULL));


--
-- Name: ix_identities_person_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_identities_person_id ON public.identities USING btree (person_id);


--
-- Name: ix_invitations_game_id_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_invitations_game_id_status ON public.invitations USING btree (game_id, status);


--
-- Name: ix_invitations_inviter_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_invitations_inviter_id ON public.invitations USING btree (inviter_id) WHERE (inviter_id IS NOT NULL);


--
-- Name: ix_invitations_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_invitations_open ON public.invitations USING btree (expires_at) WHERE (closed_at IS NULL);


--
-- Name: ix_invitations_open_seat; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ix_invitations_open_seat ON public.invitations USING btree (game_id, seat) WHERE ((status)::text = 'open'::text);


--
-- Name: ix_invitations_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_invitations_player_id ON public.invitations USING btree (player_id);


--
-- Name: ix_invitations_status_closed_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_invitations_status_closed_at ON public.invitations USING btree (status, closed_at);


--
-- Name: ix_jobs_done_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_jobs_done_at ON public.jobs USING btree (done_at) WHERE (((status)::text = 'done'::text) AND (((kind)::text <> 'review'::text) OR (answer IS NULL)));


--
-- Name: ix_jobs_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_jobs_game_id ON public.jobs USING btree (game_id);


--
-- Name: ix_jobs_pending_seat; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ix_jobs_pending_seat ON public.jobs USING btree (game_id, seat, kind) WHERE ((status)::text = 'pending'::text);


--
-- Name: ix_jobs_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_jobs_player_id ON public.jobs USING btree (player_id);


--
-- Name: ix_jobs_ready; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_jobs_ready ON public.jobs USING btree (not_before) WHERE (((status)::text = 'pending'::text) AND (((kind)::text = 'reply'::text) OR (answer IS NOT NULL)));


--
-- Name: ix_jobs_to_think; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_jobs_to_think ON public.jobs USING btree (not_before, created_at, leased_until) WHERE (((status)::text = 'pending'::text) AND ((kind)::text <> 'reply'::text) AND (answer IS NULL));


--
-- Name: ix_mail_invitations_address_hash; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mail_invitations_address_hash ON public.mail_invitations USING btree (address_hash);


--
-- Name: ix_mail_invitations_created_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mail_invitations_created_at ON public.mail_invitations USING btree (created_at);


--
-- Name: ix_mail_invitations_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mail_invitations_game_id ON public.mail_invitations USING btree (game_id);


--
-- Name: ix_mail_invitations_inviter_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mail_invitations_inviter_id ON public.mail_invitations USING btree (inviter_id);


--
-- Name: ix_mails_received_received_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mails_received_received_at ON public.mails_received USING btree (received_at);


--
-- Name: ix_mails_received_sender_hash_received_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mails_received_sender_hash_received_at ON public.mails_received USING btree (sender_hash, received_at);


--
-- Name: ix_mutes_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mutes_game_id ON public.mutes USING btree (game_id);


--
-- Name: ix_mutes_muted_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_mutes_muted_id ON public.mutes USING btree (muted_id);


--
-- Name: ix_notes_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_notes_game_id ON public.notes USING btree (game_id);


--
-- Name: ix_notes_player_id_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_notes_player_id_game_id ON public.notes USING btree (player_id, game_id);


--
-- Name: ix_orders_due_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_orders_due_at ON public.orders USING btree (due_at) WHERE (due_at IS NOT NULL);


--
-- Name: ix_orders_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_orders_game_id ON public.orders USING btree (game_id);


--
-- Name: ix_orders_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_orders_player_id ON public.orders USING btree (player_id);


--
-- Name: ix_outbox_blocked_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_blocked_at ON public.outbox USING btree (blocked_at) WHERE (((status)::text = 'pending'::text) AND (blocked_at IS NOT NULL));


--
-- Name: ix_outbox_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_game_id ON public.outbox USING btree (game_id);


--
-- Name: ix_outbox_kind_done_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_kind_done_at ON public.outbox USING btree (kind, done_at) WHERE (payload = ''::text);


--
-- Name: ix_outbox_leased_until; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_leased_until ON public.outbox USING btree (leased_until) WHERE (((status)::text = 'pending'::text) AND (leased_until IS NOT NULL));


--
-- Name: ix_outbox_message_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_message_id ON public.outbox USING btree (message_id);


--
-- Name: ix_outbox_missed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_missed ON public.outbox USING btree (done_at) WHERE ((dropped_as)::text = 'missed'::text);


--
-- Name: ix_outbox_not_before; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_not_before ON public.outbox USING btree (not_before, attempts, created_at, blocked_at) WHERE (((status)::text = 'pending'::text) AND (leased_until IS NULL));


--
-- Name: ix_outbox_pending_lane; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_pending_lane ON public.outbox USING btree (lane, id) WHERE ((status)::text = 'pending'::text);


--
-- Name: ix_outbox_personal_lane; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_personal_lane ON public.outbox USING btree (lane) WHERE (substr((lane)::text, 1, 5) <> 'game:'::text);


--
-- Name: ix_reports_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_reports_game_id ON public.reports USING btree (game_id);


--
-- Name: ix_reports_guild_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_reports_guild_id ON public.reports USING btree (guild_id);


--
-- Name: ix_reports_reported_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_reports_reported_id ON public.reports USING btree (reported_id);


--
-- Name: ix_reports_talk_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_reports_talk_id ON public.reports USING btree (talk_id);


--
-- Name: ix_seats_notice_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_seats_notice_at ON public.seats USING btree (notice_at) WHERE (notice_at IS NOT NULL);


--
-- Name: ix_seats_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_seats_player_id ON public.seats USING btree (player_id);


--
-- Name: ix_talk_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_talk_game_id ON public.talk USING btree (game_id);


--
-- Name: ix_talk_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_talk_player_id ON public.talk USING btree (player_id);


--
-- Name: ix_talk_readers_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_talk_readers_player_id ON public.talk_readers USING btree (player_id);


--
-- Name: ix_talk_wishes_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_talk_wishes_game_id ON public.talk_wishes USING btree (game_id);


--
-- Name: ix_vacations_due_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_vacations_due_at ON public.vacations USING btree (due_at) WHERE (due_at IS NOT NULL);


--
-- Name: ix_vacations_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_vacations_player_id ON public.vacations USING btree (player_id);


--
-- Name: ix_vacations_present; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ix_vacations_present ON public.vacations USING btree (player_id) WHERE (ended_at IS NULL);


--
-- Name: address_codes fk_address_codes_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.address_codes
    ADD CONSTRAINT fk_address_codes_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: audit fk_audit_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT fk_audit_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: blocks fk_blocks_blocked_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT fk_blocks_blocked_id_players FOREIGN KEY (blocked_id) REFERENCES public.players(id);


--
-- Name: blocks fk_blocks_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT fk_blocks_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: declines fk_declines_inviter_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.declines
    ADD CONSTRAINT fk_declines_inviter_id_players FOREIGN KEY (inviter_id) REFERENCES public.players(id);


--
-- Name: drafts fk_drafts_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT fk_drafts_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: events fk_events_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: events fk_events_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: followers fk_followers_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.followers
    ADD CONSTRAINT fk_followers_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: followers fk_followers_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.followers
    ADD CONSTRAINT fk_followers_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: games fk_games_host_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_host_id_players FOREIGN KEY (host_id) REFERENCES public.players(id);


--
-- Name: identities fk_identities_person_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT fk_identities_person_id_players FOREIGN KEY (person_id) REFERENCES public.players(id);


--
-- Name: invitations fk_invitations_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT fk_invitations_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: invitations fk_invitations_inviter_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT fk_invitations_inviter_id_players FOREIGN KEY (inviter_id) REFERENCES public.players(id);


--
-- Name: invitations fk_invitations_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT fk_invitations_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: jobs fk_jobs_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT fk_jobs_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: jobs fk_jobs_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT fk_jobs_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: mail_invitations fk_mail_invitations_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_invitations
    ADD CONSTRAINT fk_mail_invitations_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: mail_invitations fk_mail_invitations_inviter_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_invitations
    ADD CONSTRAINT fk_mail_invitations_inviter_id_players FOREIGN KEY (inviter_id) REFERENCES public.players(id);


--
-- Name: mutes fk_mutes_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT fk_mutes_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: mutes fk_mutes_muted_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT fk_mutes_muted_id_players FOREIGN KEY (muted_id) REFERENCES public.players(id);


--
-- Name: mutes fk_mutes_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT fk_mutes_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: notes fk_notes_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT fk_notes_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: notes fk_notes_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT fk_notes_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: orders fk_orders_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT fk_orders_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: orders fk_orders_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT fk_orders_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: outbox fk_outbox_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT fk_outbox_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: reports fk_reports_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT fk_reports_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: reports fk_reports_reported_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT fk_reports_reported_id_players FOREIGN KEY (reported_id) REFERENCES public.players(id);


--
-- Name: reports fk_reports_reporter_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT fk_reports_reporter_id_players FOREIGN KEY (reporter_id) REFERENCES public.players(id);


--
-- Name: reports fk_reports_talk_id_talk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT fk_reports_talk_id_talk FOREIGN KEY (talk_id) REFERENCES public.talk(id);


--
-- Name: seats fk_seats_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: seats fk_seats_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: talk fk_talk_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk
    ADD CONSTRAINT fk_talk_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: talk fk_talk_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk
    ADD CONSTRAINT fk_talk_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: talk_readers fk_talk_readers_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk_readers
    ADD CONSTRAINT fk_talk_readers_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: talk_readers fk_talk_readers_talk_id_talk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk_readers
    ADD CONSTRAINT fk_talk_readers_talk_id_talk FOREIGN KEY (talk_id) REFERENCES public.talk(id);


--
-- Name: talk_wishes fk_talk_wishes_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk_wishes
    ADD CONSTRAINT fk_talk_wishes_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


--
-- Name: talk_wishes fk_talk_wishes_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk_wishes
    ADD CONSTRAINT fk_talk_wishes_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- Name: vacations fk_vacations_player_id_players; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT fk_vacations_player_id_players FOREIGN KEY (player_id) REFERENCES public.players(id);


--
-- PostgreSQL database dump complete
--

\unrestrict j5FLo8DRumLxWuDF5h1XpIQebgVDvgGDkWD4Bz3gGR2qNk2fnn4KIZmTVr7FOAV

