--
-- PostgreSQL database dump
--

\restrict QDOj262QSGJdXSRVRKAXNGrfXtHJhczy4H9W8W9OsVblKZ2OfqvDdZDgYLFPynk

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
    guild_id bigint,
    cause character varying(100)
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
-- Name: counters; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.counters (
    name character varying(16) NOT NULL,
    last bigint NOT NULL
);


--
-- Name: drafts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.drafts (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    guild_id bigint NOT NULL,
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
    card_message_id bigint,
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
    verified_at timestamp with time zone
);


--
-- Name: leases; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leases (
    name character varying(40) NOT NULL,
    holder character varying(64) NOT NULL,
    until timestamp with time zone NOT NULL
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
-- Name: players; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.players (
    id bigint NOT NULL,
    name character varying(100) NOT NULL,
    theme character varying(8) NOT NULL,
    dm_turns boolean NOT NULL,
    time_zone character varying(64),
    locale character varying(16),
    dms_closed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    dm_reminders boolean NOT NULL,
    dm_hands boolean DEFAULT true NOT NULL,
    forgotten_at timestamp with time zone,
    CONSTRAINT ck_players_theme CHECK (((theme)::text = ANY ((ARRAY['dark'::character varying, 'light'::character varying])::text[])))
);


--
-- Name: seats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seats (
    game_id bigint NOT NULL,
    player_id bigint NOT NULL,
    seat integer,
    joined_at timestamp with time zone NOT NULL,
    hand_message_id bigint
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
-- Name: audit id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit ALTER COLUMN id SET DEFAULT nextval('public.audit_id_seq'::regclass);


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
-- Name: outbox id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox ALTER COLUMN id SET DEFAULT nextval('public.outbox_id_seq'::regclass);


--
-- Name: talk id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.talk ALTER COLUMN id SET DEFAULT nextval('public.talk_id_seq'::regclass);


--
-- Data for Name: alembic_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alembic_version VALUES ('0008');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: counters; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.counters VALUES ('persons', 8);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES (1, 1, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900035', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (2, 1, 2, 2, 'joined', NULL, 2, NULL, NULL, NULL, false, '{"seat":null}', 'discord:900036', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (3, 1, 3, 2, 'started', NULL, NULL, NULL, NULL, NULL, false, '{"players":[1,2]}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (4, 1, 4, 4, 'action', 0, 1, '{"kind":"drop","cell":"d3"}', '@d3', '@d3', false, NULL, 'discord:900037', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (5, 1, 5, 5, 'action', 1, 2, '{"kind":"drop","cell":"c5"}', '@c5', '@c5', false, NULL, 'discord:900038', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (6, 1, 6, 6, 'action', 0, 1, '{"kind":"drop","cell":"c2"}', '@c2', '@c2', false, NULL, 'discord:900039', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (7, 1, 7, 7, 'action', 1, 2, '{"kind":"drop","cell":"d5"}', '@d5', '@d5', false, NULL, 'discord:900040', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (8, 1, 8, 8, 'action', 0, 1, '{"kind":"drop","cell":"c3"}', '@c3', '@c3', false, NULL, 'discord:900041', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (9, 1, 9, 9, 'action', 1, 2, '{"kind":"drop","cell":"e6"}', '@e6', '@e6', false, NULL, 'discord:900042', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (10, 1, 10, 10, 'action', 0, 1, '{"kind":"drop","cell":"b3"}', '@b3', '@b3', false, NULL, 'discord:900043', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (11, 1, 11, 11, 'action', 1, 2, '{"kind":"drop","cell":"e5"}', '@e5', '@e5', false, NULL, 'discord:900044', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (12, 1, 12, 12, 'action', 0, 1, '{"kind":"step","from":"c3","to":"d4"}', 'c3-d4', 'c3-d4', false, NULL, 'discord:900045', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (13, 1, 13, 13, 'action', 1, 2, '{"kind":"step","from":"e5","to":"e4"}', 'e5-e4', 'e5-e4', false, NULL, 'discord:900046', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (14, 1, 14, 14, 'action', 0, 1, '{"kind":"phalanx","from":"d3","target":"d5"}', 'd3xd5>d6', 'd3xd5>d6', false, NULL, 'discord:900047', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (15, 1, 15, 15, 'action', 1, 2, '{"kind":"shift","from":"d6","to":"b4"}', 'd6-b4', 'd6-b4', false, NULL, 'discord:900048', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (16, 1, 16, 16, 'action', 0, 1, '{"kind":"translate","first":"d4","second":"d5","direction":"w"}', 'd4d5+w', 'd4d5+w', false, NULL, 'discord:900049', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (17, 1, 17, 17, 'action', 1, 2, '{"kind":"step","from":"c5","to":"d5"}', 'c5-d5', 'c5-d5', false, NULL, 'discord:900050', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (18, 1, 18, 18, 'action', 0, 1, '{"kind":"support","from":"c4","target":"b4"}', 'c4xb4*', 'c4xb4*', false, NULL, 'discord:900051', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (19, 1, 19, 19, 'action', 1, 2, '{"kind":"step","from":"e6","to":"d6"}', 'e6-d6', 'e6-d6', false, NULL, 'discord:900052', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (20, 1, 20, 20, 'action', 0, 1, '{"kind":"phalanx","from":"b3","target":"b5"}', 'b3xb5#', 'b3xb5#', false, NULL, 'discord:900053', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (21, 2, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900054', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (22, 2, 2, 2, 'cancelled', NULL, 1, NULL, NULL, NULL, false, NULL, 'discord:900055', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (23, 3, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":null,"rematch_of":null}', 'discord:900056', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (24, 4, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900057', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (25, 4, 2, 2, 'joined', NULL, 2, NULL, NULL, NULL, false, '{"seat":null}', 'discord:900058', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (26, 4, 3, 2, 'started', NULL, NULL, NULL, NULL, NULL, false, '{"players":[1,2]}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (27, 4, 4, 4, 'action', 0, 1, '{"kind":"drop","cell":"d3"}', '@d3', '@d3', false, NULL, 'discord:900059', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (28, 4, 5, 5, 'action', 1, 2, '{"kind":"drop","cell":"c5"}', '@c5', '@c5', false, NULL, 'discord:900060', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (29, 4, 6, 6, 'action', 0, 1, '{"kind":"drop","cell":"c2"}', '@c2', '@c2', false, NULL, 'discord:900061', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (30, 4, 7, 7, 'action', 1, 2, '{"kind":"drop","cell":"d5"}', '@d5', '@d5', false, NULL, 'discord:900062', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (31, 4, 8, 8, 'undo_asked', 0, 1, NULL, 'undo?', 'undo?', false, '{"undo_to":2}', 'discord:900063', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (32, 4, 9, 9, 'undo_agreed', 1, 2, NULL, 'undo agreed', 'undo agreed', false, NULL, 'discord:900064', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (33, 4, 10, 9, 'undone', NULL, NULL, NULL, 'back to ply 2', 'back to ply 2', false, '{"undo_to":2}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (34, 4, 11, 11, 'action', 1, 2, '{"kind":"draw","answer":"offer"}', 'draw offer', 'draw offer', false, NULL, 'discord:900065', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (35, 5, 1, 1, 'created', NULL, 1, NULL, NULL, NULL, false, '{"seat":0,"rematch_of":null}', 'discord:900066', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (36, 5, 2, 2, 'joined', NULL, 2, NULL, NULL, NULL, false, '{"seat":null}', 'discord:900067', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (37, 5, 3, 2, 'started', NULL, NULL, NULL, NULL, NULL, false, '{"players":[1,2]}', NULL, '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (38, 5, 4, 4, 'action', 0, 1, '{"kind":"drop","cell":"d3"}', '@d3', '@d3', false, NULL, 'discord:900068', '2026-01-01 12:00:00+00');
INSERT INTO public.events VALUES (39, 5, 5, 5, 'undo_asked', 0, 1, NULL, 'undo?', 'undo?', false, '{"undo_to":0}', 'discord:900069', '2026-01-01 12:00:00+00');


--
-- Data for Name: games; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.games VALUES (2, '63TG', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'abandoned', 2, 2, NULL, NULL, 0, 2, 2, NULL, 11, 12, NULL, true, 1003, NULL, NULL, 72, NULL, 1, '2026-01-01 12:00:00+00', NULL, NULL, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL);
INSERT INTO public.games VALUES (1, '6TQA', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'finished', 2, 2, '35bf992dc9e9c616612e7696a6cecc1b78e510617311d8a3c2ce6f447ed4d57b', '{"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"ply":17,"turn":1,"soldiers":[240,45056],"reserves":[0,0],"quiet":0,"trail":[1146756268272],"table":{"offer":null,"overdue":[]},"ending":{"why":"castle","winner":0},"last":{"seat":0,"notation":"b3xb5#","moved":[["b3","b4"],["b4","b5"]],"dropped":null,"pushed":null,"fallen":"b5","fell_towards":"ne"}}', 17, 20, 20, NULL, 11, 12, 1001, true, 1001, NULL, 45, 72, NULL, 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL);
INSERT INTO public.games VALUES (3, 'Q3GP', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'lobby', 2, 2, NULL, NULL, 0, 1, 1, NULL, 11, 12, NULL, true, NULL, NULL, NULL, 72, NULL, 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.games VALUES (4, 'AXW3', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50}', 1, 'active', 2, 2, 'afbd67f9619699cfe1988ad9f06c144a025b413f8a9a021ea648a7dd06839eb9', '{"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"ply":2,"turn":0,"soldiers":[1024,512],"reserves":[3,3],"quiet":0,"trail":[],"table":{"offer":1,"overdue":[]},"ending":null,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null}}', 2, 11, 11, NULL, 11, 12, NULL, false, NULL, NULL, 67, 72, '2026-01-04 12:00:00+00', 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', NULL, NULL, '2026-01-03 00:00:00+00');
INSERT INTO public.games VALUES (5, '9G39', 'roses', '{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}', 1, 'active', 2, 2, 'ad45f23d3b1a11df587fd2803bab6c398d88348a7eed8d14f06d3fef701966a0', '{"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"ply":1,"turn":1,"soldiers":[1024,0],"reserves":[3,4],"quiet":0,"trail":[],"table":{"offer":null,"overdue":[]},"ending":null,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null}}', 1, 5, 5, '{"by":0,"undo_to":0,"agreed":[]}', 11, 12, NULL, true, NULL, NULL, 76, 24, '2026-01-02 12:00:00+00', 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', NULL, NULL, '2026-01-02 00:00:00+00');


--
-- Data for Name: heartbeats; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: identities; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identities VALUES ('discord', '777000111222333101', 1, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333102', 2, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333103', 3, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333104', 4, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333105', 5, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333106', 6, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333107', 7, NULL);
INSERT INTO public.identities VALUES ('discord', '777000111222333108', 8, NULL);


--
-- Data for Name: leases; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: outbox; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.outbox VALUES (2, 1, 'game:1', 'lobby', '{"type":"lobby","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"ply 0","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', '029563dbba531006021bb103', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 12, 1001, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 3);
INSERT INTO public.outbox VALUES (7, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 1\nYour turn: Black drops a soldier. https://discord.com/channels/11/12","until":null,"call":null}', 'd41b4941b718809c0222b09a', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1000, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4);
INSERT INTO public.outbox VALUES (3, 1, 'game:1', 'thread', '{"type":"thread","name":"6TQA Guerre des Deux Roses · Ann vs Bob"}', 'e0c90baac212ece8fd7e4e09', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 12, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 3);
INSERT INTO public.outbox VALUES (6, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":4}', '1ecc7def7b26b7c57879b9f7', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1005, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4);
INSERT INTO public.outbox VALUES (8, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":5,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"ply 2","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":2,"turn":"ply 2","to_act":[0],"prompt":"White drops a soldier","chips":["1 soldier · 3 in reserve","1 soldier · 3 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33"},"happened":["a soldier is dropped on c5"],"account":null}', '505d5d838e3737444760bfa7', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1010, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 5);
INSERT INTO public.outbox VALUES (9, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":5}', '576d0921357dccdfb3859f20', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1007, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 5);
INSERT INTO public.outbox VALUES (13, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":7,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":4,"turn":"ply 4","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":4,"turn":"ply 4","to_act":[0],"prompt":"White drops a soldier","chips":["2 soldiers · 2 in reserve","2 soldiers · 2 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["c2","d3"],["c5","d5"]],"castles":[true,true],"reserves":[2,2],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@d5","moved":[],"dropped":"d5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./...../ww../W w 22"},"happened":["a soldier is dropped on d5"],"account":null}', '7327ef2f79695dc557d46086', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1014, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 7);
INSERT INTO public.outbox VALUES (12, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 3\nYour turn: Black drops a soldier. https://discord.com/channels/11/12","until":null,"call":null}', '8fe96ef08b6c7723b73a7f86', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1002, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 6);
INSERT INTO public.outbox VALUES (17, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 5\nYour turn: Black drops a soldier. https://discord.com/channels/11/12","until":null,"call":null}', 'eb3b4f0a46b437b4674b5334', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1004, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 8);
INSERT INTO public.outbox VALUES (11, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":8}', '0c5471123bb2aac8a9c5531c', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1010, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 6);
INSERT INTO public.outbox VALUES (15, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":8,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":5,"turn":"ply 5","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":5,"turn":"ply 5","to_act":[1],"prompt":"Black drops a soldier","chips":["3 soldiers · 1 in reserve","2 soldiers · 2 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["c2","c3","d3"],["c5","d5"]],"castles":[true,true],"reserves":[1,2],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@c3","moved":[],"dropped":"c3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./.w.../ww../W b 12"},"happened":["a soldier is dropped on c3"],"account":null}', '175bcf29bccb91d410bbba81', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1015, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 8);
INSERT INTO public.outbox VALUES (14, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":10}', 'cfe1d8f4fffb4a2bfb59f327', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1013, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 7);
INSERT INTO public.outbox VALUES (18, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":9,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":6,"turn":"ply 6","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":6,"turn":"ply 6","to_act":[0],"prompt":"White drops a soldier","chips":["3 soldiers · 1 in reserve","3 soldiers · 1 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["c2","c3","d3"],["c5","d5","e6"]],"castles":[true,true],"reserves":[1,1],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@e6","moved":[],"dropped":"e6","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...bb/.w.../ww../W w 11"},"happened":["a soldier is dropped on e6"],"account":null}', '04e9383dcbf1bd74ea3828a3', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1016, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 9);
INSERT INTO public.outbox VALUES (16, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":13}', '88a41f257a4895b7c49fc83a', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1014, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 8);
INSERT INTO public.outbox VALUES (19, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":15}', '4dc3c959f47c5395c4162f3c', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1015, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 9);
INSERT INTO public.outbox VALUES (23, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":11,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":8,"turn":"ply 8","prompt":"White moves","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":8,"turn":"ply 8","to_act":[0],"prompt":"White moves","chips":["4 soldiers","4 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","c2","c3","d3"],["c5","d5","e5","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@e5","moved":[],"dropped":"e5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./.w.bb/.w.b./ww../W w 00"},"happened":["a soldier is dropped on e5"],"account":null}', '1ea5f9dca1ee4762c3848184', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1018, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 11);
INSERT INTO public.outbox VALUES (22, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 7\nYour turn: Black drops a soldier. https://discord.com/channels/11/12","until":null,"call":null}', 'c2bb56df75c91370c40acd9a', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1006, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 10);
INSERT INTO public.outbox VALUES (27, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 9\nYour turn: Black moves. https://discord.com/channels/11/12","until":null,"call":null}', '58b8bf663784d3933432df0d', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1008, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 12);
INSERT INTO public.outbox VALUES (21, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":18}', 'd6d9344971dc80875f36f9d3', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1016, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 10);
INSERT INTO public.outbox VALUES (25, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":12,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":9,"turn":"ply 9","prompt":"Black moves","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":9,"turn":"ply 9","to_act":[1],"prompt":"Black moves","chips":["4 soldiers","4 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","c2","d3","d4"],["c5","d5","e5","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"c3-d4","moved":[["c3","d4"]],"dropped":null,"pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./.w.bb/..wb./ww../W b 00"},"happened":["the soldier on c3 goes to d4"],"account":null}', '66a86efafc088627e99114a5', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1019, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 12);
INSERT INTO public.outbox VALUES (24, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":20}', '98c9b42be56318eee916748a', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1017, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 11);
INSERT INTO public.outbox VALUES (28, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":13,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":10,"turn":"ply 10","prompt":"White moves","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":10,"turn":"ply 10","to_act":[0],"prompt":"White moves","chips":["4 soldiers","4 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","c2","d3","d4"],["c5","d5","e4","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"e5-e4","moved":[["e5","e4"]],"dropped":null,"pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./.w.bb/..w../wwb./W w 00"},"happened":["the soldier on e5 goes to e4"],"account":null}', '58a61ab70a104f228af5e2f4', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1020, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 13);
INSERT INTO public.outbox VALUES (26, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":23}', 'c8ce636d3ada6d788bc7f35b', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1018, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 12);
INSERT INTO public.outbox VALUES (29, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":25}', '2bd315d6b496ccbfe1e8b452', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1019, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 13);
INSERT INTO public.outbox VALUES (33, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":15,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":12,"turn":"ply 12","prompt":"White moves","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":12,"turn":"ply 12","to_act":[0],"prompt":"White moves","chips":["4 soldiers","4 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","c2","d4","d5"],["b4","c5","e4","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"d6-b4","moved":[["d6","c5"],["c5","b4"]],"dropped":null,"pushed":null,"fallen":null,"fell_towards":null},"position":"B/.bb./.w.wb/..w../w.b./W w 00"},"happened":["the soldiers on d6 and c5 go to c5 and b4"],"account":null}', 'b77d02d46c16dfa1cabaf7c7', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1022, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 15);
INSERT INTO public.outbox VALUES (32, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 11\nYour turn: Black moves. https://discord.com/channels/11/12","until":null,"call":null}', '4dde51f57039218ffedb416c', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1009, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 14);
INSERT INTO public.outbox VALUES (37, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 13\nYour turn: Black moves. https://discord.com/channels/11/12","until":null,"call":null}', '67b1a93ca21227d7eeb3d2a4', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1011, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 16);
INSERT INTO public.outbox VALUES (31, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":28}', 'fce041c85d735b61477fa527', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1020, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 14);
INSERT INTO public.outbox VALUES (35, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":16,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":13,"turn":"ply 13","prompt":"Black moves","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":13,"turn":"ply 13","to_act":[1],"prompt":"Black moves","chips":["4 soldiers","4 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","c2","c3","c4"],["b4","c5","e4","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"d4d5+w","moved":[["d4","c3"],["d5","c4"]],"dropped":null,"pushed":null,"fallen":null,"fell_towards":null},"position":"B/.bb./.ww.b/.w.../w.b./W b 00"},"happened":["the soldiers on d4 and d5 go to c3 and c4"],"account":null}', 'e0d44fcd12cce64dc6735b5b', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1023, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 16);
INSERT INTO public.outbox VALUES (34, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":30}', 'ba25a4e76899b0d828018f83', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1021, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 15);
INSERT INTO public.outbox VALUES (38, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":17,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":14,"turn":"ply 14","prompt":"White moves","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":14,"turn":"ply 14","to_act":[0],"prompt":"White moves","chips":["4 soldiers","4 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","c2","c3","c4"],["b4","d5","e4","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"c5-d5","moved":[["c5","d5"]],"dropped":null,"pushed":null,"fallen":null,"fell_towards":null},"position":"B/.b../.wwbb/.w.../w.b./W w 00"},"happened":["the soldier on c5 goes to d5"],"account":null}', 'fe568b1a72d3e5ffd6d4dc89', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1024, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 17);
INSERT INTO public.outbox VALUES (36, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":33}', '5c6bf516943c1956e190e809', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1022, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 16);
INSERT INTO public.outbox VALUES (39, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":35}', '49af9b7bd2584bdeacd65f78', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1023, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 17);
INSERT INTO public.outbox VALUES (48, 2, 'game:2', 'lobby', '{"type":"lobby","report":{"id":2,"code":"63TG","key":"roses","title":"Guerre des Deux Roses","status":"abandoned","version":2,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":null,"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"called":[],"notes":[],"summons":null,"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', '546dd0269f7fc18cbf6ad0cd', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 12, 1003, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 2);
INSERT INTO public.outbox VALUES (42, 1, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `6TQA` · ply 15\nYour turn: Black moves. https://discord.com/channels/11/12","until":null,"call":null}', '8f2173bac30c3da30e063f5d', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 1012, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 18);
INSERT INTO public.outbox VALUES (41, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":38}', 'c75024e47aa19f400219cdeb', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1024, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 18);
INSERT INTO public.outbox VALUES (44, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":40}', '56e59a9be31337e985c0bba1', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1025, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 19);
INSERT INTO public.outbox VALUES (46, 1, 'game:1', 'strip', '{"type":"strip","parcel_id":43}', '40bdd2ab64f8f037fdbc327f', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1026, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 20);
INSERT INTO public.outbox VALUES (45, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"finished","version":20,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":17,"turn":"ply 17","prompt":"White wins: Black''s castle has fallen","to_act":[],"called":[],"notes":[],"summons":null,"deadline":null,"outcome":{"ranks":[1,2],"why":"castle","text":"White wins: Black''s castle has fallen.","scores":null},"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":"35bf992dc9e9c616612e7696a6cecc1b78e510617311d8a3c2ce6f447ed4d57b","answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":17,"turn":"ply 17","to_act":[],"prompt":"White wins: Black''s castle has fallen","chips":["4 soldiers","3 soldiers"],"notes":[],"outcome":{"ranks":[1,2],"why":"castle","text":"White wins: Black''s castle has fallen.","scores":null},"phase":"over","soldiers":[["b4","b5","c2","c3"],["d5","d6","e4"]],"castles":[true,false],"reserves":[0,0],"lost":[0,1],"next_seat":1,"last":{"seat":0,"notation":"b3xb5#","moved":[["b3","b4"],["b4","b5"]],"dropped":null,"pushed":null,"fallen":"b5","fell_towards":"ne"},"position":"B/.w.b/...b./.w.../w.b./W b 00"},"happened":["the soldiers on b3 and b4 go to b4 and b5","Black''s castle falls"],"account":null}', '9ae2c9c00e6c6b4b7899005e', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1027, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 20);
INSERT INTO public.outbox VALUES (1, 1, 'game:1', 'lobby', '{"type":"lobby","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":null,"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72,"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"called":[],"notes":[],"summons":null,"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', 'c12291cfdd5acb5e9cafda8b', 'dropped', 1, '2026-01-01 12:00:00+00', NULL, NULL, 'superseded', NULL, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 1);
INSERT INTO public.outbox VALUES (47, 2, 'game:2', 'lobby', '{"type":"lobby","report":{"id":2,"code":"63TG","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":null,"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72,"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"called":[],"notes":[],"summons":null,"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', 'e0955c714337ad4231c875ba', 'dropped', 1, '2026-01-01 12:00:00+00', NULL, NULL, 'superseded', NULL, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 1);
INSERT INTO public.outbox VALUES (4, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"ply 0","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":0,"turn":"ply 0","to_act":[0],"prompt":"White drops a soldier","chips":["0 soldiers · 4 in reserve","0 soldiers · 4 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[[],[]],"castles":[true,true],"reserves":[4,4],"lost":[0,0],"next_seat":0,"last":null,"position":"B/..../...../...../..../W w 44"},"happened":[],"account":null}', 'ca1212cb76d60069db0c2a54', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1005, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 3);
INSERT INTO public.outbox VALUES (51, 4, 'game:4', 'lobby', '{"type":"lobby","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"ply 0","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', '7aebfd9e466146168cf9938c', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 3);
INSERT INTO public.outbox VALUES (5, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":4,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"ply 1","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":1,"turn":"ply 1","to_act":[1],"prompt":"Black drops a soldier","chips":["1 soldier · 3 in reserve","0 soldiers · 4 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["a soldier is dropped on d3"],"account":null}', '5289212ac5642f26193c2fcc', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1007, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4);
INSERT INTO public.outbox VALUES (10, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":6,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":3,"turn":"ply 3","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":3,"turn":"ply 3","to_act":[1],"prompt":"Black drops a soldier","chips":["2 soldiers · 2 in reserve","1 soldier · 3 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["c2","d3"],["c5"]],"castles":[true,true],"reserves":[2,3],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@c2","moved":[],"dropped":"c2","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../ww../W b 23"},"happened":["a soldier is dropped on c2"],"account":null}', 'ea1454c11c67dd1b66b96dae', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1013, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 6);
INSERT INTO public.outbox VALUES (20, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":10,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":7,"turn":"ply 7","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":7,"turn":"ply 7","to_act":[1],"prompt":"Black drops a soldier","chips":["4 soldiers · 0 in reserve","3 soldiers · 1 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["b3","c2","c3","d3"],["c5","d5","e6"]],"castles":[true,true],"reserves":[0,1],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@b3","moved":[],"dropped":"b3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./.w.bb/.w.../ww../W b 01"},"happened":["a soldier is dropped on b3"],"account":null}', '99e7102fe2b07b3dca5171cf', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1017, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 10);
INSERT INTO public.outbox VALUES (30, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":14,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":11,"turn":"ply 11","prompt":"Black moves","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":11,"turn":"ply 11","to_act":[1],"prompt":"Black moves","chips":["4 soldiers","4 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","c2","d4","d5"],["c5","d6","e4","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"d3xd5>d6","moved":[["d3","d4"],["d4","d5"]],"dropped":null,"pushed":["d5","d6"],"fallen":null,"fell_towards":null},"position":"B/..bb/.w.wb/..w../w.b./W b 00"},"happened":["the soldier on d5 is pushed to d6","the soldiers on d3 and d4 go to d4 and d5"],"account":null}', 'ab7ba830f3b7b01cfcf92a44', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1021, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 14);
INSERT INTO public.outbox VALUES (49, 3, 'game:3', 'lobby', '{"type":"lobby","report":{"id":3,"code":"Q3GP","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":true},{"seat":1,"name":"Black","emblem":"B","person":null,"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72,"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"called":[],"notes":[],"summons":null,"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', '7cd95335df546f570119eb70', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 1);
INSERT INTO public.outbox VALUES (40, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":18,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":15,"turn":"ply 15","prompt":"Black moves","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":15,"turn":"ply 15","to_act":[1],"prompt":"Black moves","chips":["4 soldiers","3 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","b4","c2","c3"],["d5","e4","e6"]],"castles":[true,true],"reserves":[0,0],"lost":[0,1],"next_seat":1,"last":{"seat":0,"notation":"c4xb4*","moved":[["c4","b4"]],"dropped":null,"pushed":null,"fallen":"b4","fell_towards":"nw"},"position":"B/.w../.w.bb/.w.../w.b./W b 00"},"happened":["the soldier on b4 is pushed over the edge","the soldier on c4 goes to b4"],"account":null}', '62f804a2d92a3b28b114b063', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1025, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 18);
INSERT INTO public.outbox VALUES (43, 1, 'game:1', 'card', '{"type":"card","report":{"id":1,"code":"6TQA","key":"roses","title":"Guerre des Deux Roses","status":"active","version":19,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":16,"turn":"ply 16","prompt":"White moves","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":16,"turn":"ply 16","to_act":[0],"prompt":"White moves","chips":["4 soldiers","3 soldiers"],"notes":[],"outcome":null,"phase":"move","soldiers":[["b3","b4","c2","c3"],["d5","d6","e4"]],"castles":[true,true],"reserves":[0,0],"lost":[0,1],"next_seat":0,"last":{"seat":1,"notation":"e6-d6","moved":[["e6","d6"]],"dropped":null,"pushed":null,"fallen":null,"fell_towards":null},"position":"B/.w.b/.w.b./.w.../w.b./W w 00"},"happened":["the soldier on e6 goes to d6"],"account":null}', '2489edf95870813c1c0ef871', 'done', 1, '2026-01-01 12:00:00+00', NULL, NULL, NULL, 1001, 1026, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 19);
INSERT INTO public.outbox VALUES (50, 4, 'game:4', 'lobby', '{"type":"lobby","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":null,"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72,"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"called":[],"notes":[],"summons":null,"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', '617d24d88ab62114001e1176', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 1);
INSERT INTO public.outbox VALUES (56, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":5,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"ply 2","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":2,"turn":"ply 2","to_act":[0],"prompt":"White drops a soldier","chips":["1 soldier · 3 in reserve","1 soldier · 3 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33"},"happened":["a soldier is dropped on c5"],"account":null}', '527bd727e842a9b14ebfcc32', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5);
INSERT INTO public.outbox VALUES (57, 4, 'game:4', 'strip', '{"type":"strip","parcel_id":53}', 'a39811c57fc18fa2d5bda2ca', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5);
INSERT INTO public.outbox VALUES (63, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":8,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":4,"turn":"ply 4","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":0,"talk":"none"},"view":{"viewer":null,"ply":4,"turn":"ply 4","to_act":[0],"prompt":"White drops a soldier","chips":["2 soldiers · 2 in reserve","2 soldiers · 2 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["c2","d3"],["c5","d5"]],"castles":[true,true],"reserves":[2,2],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@d5","moved":[],"dropped":"d5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./...../ww../W w 22"},"happened":["White asks to take @c2 back"],"account":null}', '4ecebbb42a7b6094eb5deb57', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 8);
INSERT INTO public.outbox VALUES (64, 4, 'game:4', 'strip', '{"type":"strip","parcel_id":61}', '071317ae40d788ca7a694af6', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 8);
INSERT INTO public.outbox VALUES (52, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"ply 0","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":0,"turn":"ply 0","to_act":[0],"prompt":"White drops a soldier","chips":["0 soldiers · 4 in reserve","0 soldiers · 4 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[[],[]],"castles":[true,true],"reserves":[4,4],"lost":[0,0],"next_seat":0,"last":null,"position":"B/..../...../...../..../W w 44"},"happened":[],"account":null}', '87d37d4d4dd724c221f9ba81', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 3);
INSERT INTO public.outbox VALUES (58, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":6,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":3,"turn":"ply 3","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":3,"turn":"ply 3","to_act":[1],"prompt":"Black drops a soldier","chips":["2 soldiers · 2 in reserve","1 soldier · 3 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["c2","d3"],["c5"]],"castles":[true,true],"reserves":[2,3],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@c2","moved":[],"dropped":"c2","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../ww../W b 23"},"happened":["a soldier is dropped on c2"],"account":null}', 'c928c5e71a3cdc77aae89d38', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6);
INSERT INTO public.outbox VALUES (59, 4, 'game:4', 'strip', '{"type":"strip","parcel_id":56}', 'c80fa76819eb2c7263bcf8cc', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6);
INSERT INTO public.outbox VALUES (60, 4, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `AXW3` · ply 3\nYour turn: Black drops a soldier. https://discord.com/channels/11/12","until":null,"call":null}', 'e2055417ab4d0a436505d307', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 6);
INSERT INTO public.outbox VALUES (65, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":10,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"ply 2","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":2,"turn":"ply 2","to_act":[0],"prompt":"White drops a soldier","chips":["1 soldier · 3 in reserve","1 soldier · 3 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33"},"happened":["Black agrees to go back","play goes back to ply 2"],"account":null}', '4a252ef45a5ac9ff196f655a', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 10);
INSERT INTO public.outbox VALUES (66, 4, 'game:4', 'strip', '{"type":"strip","parcel_id":63}', 'f9643519030e6bafacad2461', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 10);
INSERT INTO public.outbox VALUES (70, 5, 'game:5', 'lobby', '{"type":"lobby","report":{"id":5,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"ply 0","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', '0e3afc6585db6e6765d44d64', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 3);
INSERT INTO public.outbox VALUES (71, 5, 'game:5', 'thread', '{"type":"thread","name":"9G39 Guerre des Deux Roses · Ann vs Bob"}', 'a1a9f1e6428d7c8a5209dff0', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 3);
INSERT INTO public.outbox VALUES (72, 5, 'game:5', 'card', '{"type":"card","report":{"id":5,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"ply 0","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":0,"turn":"ply 0","to_act":[0],"prompt":"White drops a soldier","chips":["0 soldiers · 4 in reserve","0 soldiers · 4 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[[],[]],"castles":[true,true],"reserves":[4,4],"lost":[0,0],"next_seat":0,"last":null,"position":"B/..../...../...../..../W w 44"},"happened":[],"account":null}', '5530360b15fd82ac8da95580', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 3);
INSERT INTO public.outbox VALUES (53, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":4,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"ply 1","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":1,"turn":"ply 1","to_act":[1],"prompt":"Black drops a soldier","chips":["1 soldier · 3 in reserve","0 soldiers · 4 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["a soldier is dropped on d3"],"account":null}', 'c25ea4597967c2e359baf1f3', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4);
INSERT INTO public.outbox VALUES (54, 4, 'game:4', 'strip', '{"type":"strip","parcel_id":52}', '495dc01fab66ada7f33fc840', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4);
INSERT INTO public.outbox VALUES (55, 4, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `AXW3` · ply 1\nYour turn: Black drops a soldier. https://discord.com/channels/11/12","until":null,"call":null}', 'ea8d68e0a47ab371653270aa', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4);
INSERT INTO public.outbox VALUES (61, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":7,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":4,"turn":"ply 4","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":4,"turn":"ply 4","to_act":[0],"prompt":"White drops a soldier","chips":["2 soldiers · 2 in reserve","2 soldiers · 2 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["c2","d3"],["c5","d5"]],"castles":[true,true],"reserves":[2,2],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@d5","moved":[],"dropped":"d5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./...../ww../W w 22"},"happened":["a soldier is dropped on d5"],"account":null}', 'db8ceec7990257762eddbc7a', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 7);
INSERT INTO public.outbox VALUES (62, 4, 'game:4', 'strip', '{"type":"strip","parcel_id":58}', '6807485a90fd251ca777af73', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 7);
INSERT INTO public.outbox VALUES (67, 4, 'game:4', 'card', '{"type":"card","report":{"id":4,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":11,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"ply 2","prompt":"White drops a soldier","to_act":[0],"called":[0],"notes":[],"summons":null,"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","seed":null,"answers":[[0,"draw accept"],[0,"draw decline"]],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":2,"turn":"ply 2","to_act":[0],"prompt":"White drops a soldier","chips":["1 soldier · 3 in reserve","1 soldier · 3 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33"},"happened":["Black offers a draw"],"account":null}', 'faa09b5cb82b31f544991d07', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 11);
INSERT INTO public.outbox VALUES (68, 4, 'game:4', 'strip', '{"type":"strip","parcel_id":65}', 'da10b6de6c8a493e1bedea5c', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 11);
INSERT INTO public.outbox VALUES (73, 5, 'game:5', 'card', '{"type":"card","report":{"id":5,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":4,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"ply 1","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"},"view":{"viewer":null,"ply":1,"turn":"ply 1","to_act":[1],"prompt":"Black drops a soldier","chips":["1 soldier · 3 in reserve","0 soldiers · 4 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["a soldier is dropped on d3"],"account":null}', 'd4adae46bbc198e9bce2004d', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4);
INSERT INTO public.outbox VALUES (74, 5, 'game:5', 'strip', '{"type":"strip","parcel_id":72}', '01285a3f49c63cd24e751796', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4);
INSERT INTO public.outbox VALUES (75, 5, 'user:2', 'notice', '{"type":"notice","user_id":2,"text":"**Guerre des Deux Roses** `9G39` · ply 1\nYour turn: Black drops a soldier. https://discord.com/channels/11/12","until":null,"call":null}', '3dea643832624dcd67eb1a34', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 4);
INSERT INTO public.outbox VALUES (69, 5, 'game:5', 'lobby', '{"type":"lobby","report":{"id":5,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":null,"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24,"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"called":[],"notes":[],"summons":null,"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":null,"talk":"none"}}', '550e915bbc273fbe5bcdda89', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 1);
INSERT INTO public.outbox VALUES (76, 5, 'game:5', 'card', '{"type":"card","report":{"id":5,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":5,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":false},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"},"drawn":false}],"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"ply 1","prompt":"Black drops a soldier","to_act":[1],"called":[1],"notes":[],"summons":null,"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","seed":null,"answers":[],"pace":null,"hands":false,"button":"Move","undo_asked_by":0,"talk":"none"},"view":{"viewer":null,"ply":1,"turn":"ply 1","to_act":[1],"prompt":"Black drops a soldier","chips":["1 soldier · 3 in reserve","0 soldiers · 4 in reserve"],"notes":[],"outcome":null,"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["White asks to take @d3 back"],"account":null}', '7a02461a50f20eb8fefead8c', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5);
INSERT INTO public.outbox VALUES (77, 5, 'game:5', 'strip', '{"type":"strip","parcel_id":73}', 'edbcf8fa4fac9502cba2e6ec', 'pending', 0, '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, NULL, '2026-01-01 12:00:00+00', NULL, 5);


--
-- Data for Name: players; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.players VALUES (1, 'Ann', 'dark', false, NULL, NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);
INSERT INTO public.players VALUES (3, 'Cleo', 'dark', false, NULL, NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);
INSERT INTO public.players VALUES (4, 'Dan', 'dark', false, NULL, NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);
INSERT INTO public.players VALUES (5, 'Eve', 'dark', false, NULL, NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);
INSERT INTO public.players VALUES (6, 'Ada', 'dark', false, NULL, NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);
INSERT INTO public.players VALUES (7, 'Olga', 'dark', false, NULL, NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);
INSERT INTO public.players VALUES (8, 'Zoë Zephyr', 'dark', false, NULL, NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);
INSERT INTO public.players VALUES (2, 'Bob', 'light', true, 'Europe/Paris', NULL, NULL, '2025-12-01 00:00:00+00', true, true, NULL);


--
-- Data for Name: seats; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.seats VALUES (1, 1, 0, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.seats VALUES (1, 2, 1, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.seats VALUES (2, 1, 0, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.seats VALUES (3, 1, NULL, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.seats VALUES (4, 1, 0, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.seats VALUES (4, 2, 1, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.seats VALUES (5, 1, 0, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.seats VALUES (5, 2, 1, '2026-01-01 12:00:00+00', NULL);


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
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_id_seq', 1, false);


--
-- Name: drafts_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.drafts_id_seq', 1, false);


--
-- Name: events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.events_id_seq', 39, true);


--
-- Name: games_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.games_id_seq', 5, true);


--
-- Name: outbox_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.outbox_id_seq', 77, true);


--
-- Name: talk_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.talk_id_seq', 1, false);


--
-- Name: alembic_version alembic_version_pkc; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);


--
-- Name: audit pk_audit; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT pk_audit PRIMARY KEY (id);


--
-- Name: counters pk_counters; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.counters
    ADD CONSTRAINT pk_counters PRIMARY KEY (name);


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
-- Name: leases pk_leases; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leases
    ADD CONSTRAINT pk_leases PRIMARY KEY (name);


--
-- Name: outbox pk_outbox; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT pk_outbox PRIMARY KEY (id);


--
-- Name: players pk_players; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.players
    ADD CONSTRAINT pk_players PRIMARY KEY (id);


--
-- Name: seats pk_seats; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (game_id, player_id);


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
-- Name: audit uq_audit_cause; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT uq_audit_cause UNIQUE (cause);


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
-- Name: outbox uq_outbox_nonce; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT uq_outbox_nonce UNIQUE (nonce);


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
-- Name: ix_audit_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_audit_game_id ON public.audit USING btree (game_id);


--
-- Name: ix_audit_guild_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_audit_guild_id ON public.audit USING btree (guild_id);


--
-- Name: ix_drafts_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_drafts_player_id ON public.drafts USING btree (player_id);


--
-- Name: ix_games_alarm_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_alarm_at ON public.games USING btree (alarm_at) WHERE (alarm_at IS NOT NULL);


--
-- Name: ix_games_channel_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_channel_id ON public.games USING btree (channel_id);


--
-- Name: ix_games_clock_card_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_clock_card_id ON public.games USING btree (clock_card_id);


--
-- Name: ix_games_guild_id_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_guild_id_status ON public.games USING btree (guild_id, status);


--
-- Name: ix_games_thread_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_games_thread_id ON public.games USING btree (thread_id);


--
-- Name: ix_identities_person_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_identities_person_id ON public.identities USING btree (person_id);


--
-- Name: ix_outbox_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_game_id ON public.outbox USING btree (game_id);


--
-- Name: ix_outbox_message_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_message_id ON public.outbox USING btree (message_id);


--
-- Name: ix_outbox_pending_lane; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_outbox_pending_lane ON public.outbox USING btree (lane, id) WHERE ((status)::text = 'pending'::text);


--
-- Name: ix_seats_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_seats_player_id ON public.seats USING btree (player_id);


--
-- Name: ix_talk_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_talk_game_id ON public.talk USING btree (game_id);


--
-- Name: ix_talk_readers_player_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_talk_readers_player_id ON public.talk_readers USING btree (player_id);


--
-- Name: ix_talk_wishes_game_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ix_talk_wishes_game_id ON public.talk_wishes USING btree (game_id);


--
-- Name: audit fk_audit_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT fk_audit_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


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
-- Name: outbox fk_outbox_game_id_games; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT fk_outbox_game_id_games FOREIGN KEY (game_id) REFERENCES public.games(id);


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
-- PostgreSQL database dump complete
--

\unrestrict QDOj262QSGJdXSRVRKAXNGrfXtHJhczy4H9W8W9OsVblKZ2OfqvDdZDgYLFPynk

