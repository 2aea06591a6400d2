BEGIN TRANSACTION;
CREATE TABLE address_codes (
	id INTEGER NOT NULL, 
	purpose VARCHAR(8) NOT NULL, 
	address VARCHAR(255) NOT NULL, 
	player_id BIGINT, 
	name VARCHAR(100) NOT NULL, 
	about TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	tries INTEGER NOT NULL, 
	cause VARCHAR(100), 
	created_at DATETIME NOT NULL, 
	used_at DATETIME, 
	CONSTRAINT pk_address_codes PRIMARY KEY (id), 
	CONSTRAINT ck_address_codes_purpose CHECK (purpose IN ('link', 'join', 'act')), 
	CONSTRAINT fk_address_codes_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT uq_address_codes_cause UNIQUE (cause)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0039');
CREATE TABLE "audit" (
	id INTEGER NOT NULL, 
	game_id BIGINT, 
	actor VARCHAR(100) NOT NULL, 
	act VARCHAR(32) NOT NULL, 
	why TEXT, 
	version_before INTEGER, 
	version_after INTEGER, 
	at DATETIME NOT NULL, 
	cause VARCHAR(100), about_guild_id BIGINT, 
	CONSTRAINT pk_audit PRIMARY KEY (id), 
	CONSTRAINT fk_audit_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT uq_audit_cause UNIQUE (cause)
);
INSERT INTO "audit" VALUES(1,5,'command line','replace',NULL,6,6,'2026-01-01 12:00:00.000000',NULL,11);
CREATE TABLE blocks (
	id INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	blocked_id BIGINT, 
	traces TEXT, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (id), 
	CONSTRAINT fk_blocks_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_blocks_blocked_id_players FOREIGN KEY(blocked_id) REFERENCES players (id), 
	CONSTRAINT uq_blocks_player_id_blocked_id UNIQUE (player_id, blocked_id)
);
INSERT INTO "blocks" VALUES(1,3,2,NULL,'2026-01-01 12:00:00.000000');
CREATE TABLE counters (
	name VARCHAR(16) NOT NULL, 
	last BIGINT NOT NULL, 
	CONSTRAINT pk_counters PRIMARY KEY (name)
);
INSERT INTO "counters" VALUES('persons',8);
CREATE TABLE declines (
	id INTEGER NOT NULL, 
	inviter_id BIGINT NOT NULL, 
	identity_hashes TEXT NOT NULL, 
	CONSTRAINT pk_declines PRIMARY KEY (id), 
	CONSTRAINT fk_declines_inviter_id_players FOREIGN KEY(inviter_id) REFERENCES players (id)
);
CREATE TABLE drafts (
	id INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	code VARCHAR(8), 
	act TEXT NOT NULL, 
	why TEXT, 
	mark VARCHAR(24) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_drafts PRIMARY KEY (id), 
	CONSTRAINT fk_drafts_player_id_players FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE "events" (
	id INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	first_seq INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	player_id BIGINT, 
	action TEXT, 
	notation TEXT, 
	public_notation TEXT, 
	reveals BOOLEAN NOT NULL, 
	data TEXT, 
	cause VARCHAR(100), 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT uq_events_game_id_seq UNIQUE (game_id, seq), 
	CONSTRAINT fk_events_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_events_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT uq_events_cause UNIQUE (cause)
);
INSERT INTO "events" VALUES(1,1,1,1,'created',NULL,1,NULL,NULL,NULL,0,'{"seat":0,"rematch_of":null}','discord:900000','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(2,1,2,1,'committed',NULL,NULL,NULL,NULL,NULL,0,'{"commitment":"79675c810a710e39364533efab7d0e44cdfb3cbf13a7e26cb30d337d75147e4b","words":"discord:900000"}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(3,1,3,3,'joined',NULL,2,NULL,NULL,NULL,0,'{"seat":null,"words":"discord:900001"}','discord:900001','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(4,1,4,3,'started',NULL,NULL,NULL,NULL,NULL,0,'{"players":[1,2],"rules_version":1,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(5,1,5,5,'action',0,1,'{"kind":"drop","cell":"d3"}','@d3','@d3',0,NULL,'discord:900002','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(6,1,6,6,'action',1,2,'{"kind":"drop","cell":"c5"}','@c5','@c5',0,NULL,'discord:900003','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(7,1,7,7,'action',0,1,'{"kind":"drop","cell":"c2"}','@c2','@c2',0,NULL,'discord:900004','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(8,1,8,8,'action',1,2,'{"kind":"drop","cell":"d5"}','@d5','@d5',0,NULL,'discord:900005','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(9,1,9,9,'action',0,1,'{"kind":"drop","cell":"c3"}','@c3','@c3',0,NULL,'discord:900006','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(10,1,10,10,'action',1,2,'{"kind":"drop","cell":"e6"}','@e6','@e6',0,NULL,'discord:900007','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(11,1,11,11,'action',0,1,'{"kind":"drop","cell":"b3"}','@b3','@b3',0,NULL,'discord:900008','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(12,1,12,12,'action',1,2,'{"kind":"drop","cell":"e5"}','@e5','@e5',0,NULL,'discord:900009','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(13,1,13,13,'action',0,1,'{"kind":"step","from":"c3","to":"d4"}','c3-d4','c3-d4',0,NULL,'discord:900010','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(14,1,14,14,'action',1,2,'{"kind":"step","from":"e5","to":"e4"}','e5-e4','e5-e4',0,NULL,'discord:900011','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(15,1,15,15,'action',0,1,'{"kind":"phalanx","from":"d3","target":"d5"}','d3xd5>d6','d3xd5>d6',0,NULL,'discord:900012','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(16,1,16,16,'action',1,2,'{"kind":"shift","from":"d6","to":"b4"}','d6-b4','d6-b4',0,NULL,'discord:900013','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(17,1,17,17,'action',0,1,'{"kind":"translate","first":"d4","second":"d5","direction":"w"}','d4d5+w','d4d5+w',0,NULL,'discord:900014','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(18,1,18,18,'action',1,2,'{"kind":"step","from":"c5","to":"d5"}','c5-d5','c5-d5',0,NULL,'discord:900015','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(19,1,19,19,'action',0,1,'{"kind":"support","from":"c4","target":"b4"}','c4xb4*','c4xb4*',0,NULL,'discord:900016','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(20,1,20,20,'action',1,2,'{"kind":"step","from":"e6","to":"d6"}','e6-d6','e6-d6',0,NULL,'discord:900017','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(21,1,21,21,'action',0,1,'{"kind":"phalanx","from":"b3","target":"b5"}','b3xb5#','b3xb5#',0,NULL,'discord:900018','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(22,2,1,1,'created',NULL,1,NULL,NULL,NULL,0,'{"seat":0,"rematch_of":null}','discord:900019','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(23,2,2,1,'committed',NULL,NULL,NULL,NULL,NULL,0,'{"commitment":"8f7f96db9ad045dd9c92d7c8885ff22745a50bbe796f5e2edd3c12220b6e44cb","words":"discord:900019"}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(24,2,3,3,'cancelled',NULL,1,NULL,NULL,NULL,0,NULL,'discord:900020','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(25,3,1,1,'created',NULL,1,NULL,NULL,NULL,0,'{"seat":null,"rematch_of":null}','discord:900021','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(26,3,2,1,'committed',NULL,NULL,NULL,NULL,NULL,0,'{"commitment":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","words":"discord:900021"}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(27,4,1,1,'created',NULL,1,NULL,NULL,NULL,0,'{"seat":0,"rematch_of":null}','discord:900022','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(28,4,2,1,'committed',NULL,NULL,NULL,NULL,NULL,0,'{"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":"discord:900022"}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(29,4,3,3,'joined',NULL,2,NULL,NULL,NULL,0,'{"seat":null,"words":"discord:900023"}','discord:900023','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(30,4,4,3,'started',NULL,NULL,NULL,NULL,NULL,0,'{"players":[1,2],"rules_version":1,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50}}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(31,4,5,5,'action',0,1,'{"kind":"drop","cell":"d3"}','@d3','@d3',0,NULL,'discord:900024','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(32,4,6,6,'action',1,2,'{"kind":"drop","cell":"c5"}','@c5','@c5',0,NULL,'discord:900025','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(33,4,7,7,'action',0,1,'{"kind":"drop","cell":"c2"}','@c2','@c2',0,NULL,'discord:900026','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(34,4,8,8,'action',1,2,'{"kind":"drop","cell":"d5"}','@d5','@d5',0,NULL,'discord:900027','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(35,4,9,9,'undo_asked',0,1,NULL,'undo?','undo?',0,'{"undo_to":2,"reseed":null}','discord:900028','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(36,4,10,10,'undo_agreed',1,2,NULL,'undo agreed','undo agreed',0,NULL,'discord:900029','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(37,4,11,10,'undone',NULL,NULL,NULL,'back to move 3','back to move 3',0,'{"undo_to":2,"reseed":null}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(38,4,12,12,'action',1,2,'{"kind":"draw","answer":"offer"}','draw offer','draw offer',0,NULL,'discord:900030','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(39,5,1,1,'created',NULL,1,NULL,NULL,NULL,0,'{"seat":0,"rematch_of":null}','discord:900031','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(40,5,2,1,'committed',NULL,NULL,NULL,NULL,NULL,0,'{"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":"discord:900031"}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(41,5,3,3,'joined',NULL,2,NULL,NULL,NULL,0,'{"seat":null,"words":"discord:900032"}','discord:900032','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(42,5,4,3,'started',NULL,NULL,NULL,NULL,NULL,0,'{"players":[1,2],"rules_version":1,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(43,5,5,5,'action',0,1,'{"kind":"drop","cell":"d3"}','@d3','@d3',0,NULL,'discord:900033','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(44,5,6,6,'undo_asked',0,1,NULL,'undo?','undo?',0,'{"undo_to":0,"reseed":null}','discord:900034','2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(45,4,13,13,'away',1,2,NULL,'on vacation','on vacation',0,'{"until":"2026-01-04T23:00:00Z"}',NULL,'2026-01-01 12:00:00.000000');
INSERT INTO "events" VALUES(46,5,7,7,'away',1,2,NULL,'on vacation','on vacation',0,'{"until":"2026-01-04T23:00:00Z"}',NULL,'2026-01-01 12:00:00.000000');
CREATE TABLE followers (
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_followers PRIMARY KEY (game_id, player_id), 
	CONSTRAINT fk_followers_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_followers_player_id_players FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE "games" (
	id INTEGER NOT NULL, 
	code VARCHAR(8) NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	options TEXT NOT NULL, 
	rules_version INTEGER NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	min_seats INTEGER NOT NULL, 
	max_seats INTEGER NOT NULL, 
	seed VARCHAR(64), 
	state TEXT, 
	ply INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	edition INTEGER NOT NULL, 
	undo TEXT, 
	guild_id BIGINT, 
	channel_id BIGINT, 
	thread_id BIGINT, 
	threaded BOOLEAN NOT NULL, 
	lobby_message_id BIGINT, 
	card_parcel_id BIGINT, 
	deadline_hours DOUBLE, 
	deadline_at DATETIME, 
	host_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	started_at DATETIME, 
	moved_at DATETIME, 
	finished_at DATETIME, 
	clock_from DATETIME, 
	clock_card_id BIGINT, 
	clock_stopped_at DATETIME, 
	alarm_at DATETIME, mixture TEXT, forum BOOLEAN DEFAULT 0 NOT NULL, terms TEXT DEFAULT '{}' NOT NULL, clock TEXT DEFAULT '{}' NOT NULL, away BOOLEAN DEFAULT 0 NOT NULL, pause_asked_at DATETIME, undo_asked_at DATETIME, waits_for_players BOOLEAN DEFAULT 0 NOT NULL, has_computer BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_code UNIQUE (code), 
	CONSTRAINT fk_games_host_id_players FOREIGN KEY(host_id) REFERENCES players (id), 
	CONSTRAINT ck_games_status CHECK (status IN ('lobby', 'active', 'paused', 'finished', 'abandoned')), 
	CONSTRAINT ck_games_seats CHECK (min_seats BETWEEN 1 AND max_seats)
);
INSERT INTO "games" VALUES(1,'6TQA','roses','{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}',1,'finished',2,2,'bfbf0055f0fa236e1e291f66a7d8c9acca273204c54028b930c2212e191349dc','~eLu5hDbeTZTLDoMgFET/hW5d4APsvxhjtKKSGGhVok3jv3cuYu1KIWbuwznz+V+cpwuX66AX0h+t6StYeKzN9nPf7J4kVT2sWXTvrLuMiSIKPfmG04i9nFZLNWqYFSU538Nvj/PTFDSVHVt9cJFkPMoEF7IkqVlNR+LwiJdB7GBmqjVAL+I4k7mQibwneUJOrBvaBibquotx+GtqnSI6UV+ZVpuePlqHt9/OTCsEQ9r4NKImz3y7zGKxej8Va9KtETcWjAvVAlc4Nhk4K+iBd8HKkqC1R3qFKHDzcJ06osgLCgo6xGK12LX2IDPgt+9fTYqD6w==',17,21,20,NULL,11,12,1000,1,1000,37,72.0,NULL,1,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,'{"first":{"secret":"35bf992dc9e9c616612e7696a6cecc1b78e510617311d8a3c2ce6f447ed4d57b","words":["discord:900000","discord:900001"]},"later":[]}',0,'{}','{"called":[["0 0","2026-01-01T12:00:00Z"],["1 1","2026-01-01T12:00:00Z"],["0 2","2026-01-01T12:00:00Z"],["1 3","2026-01-01T12:00:00Z"],["0 4","2026-01-01T12:00:00Z"],["1 5","2026-01-01T12:00:00Z"],["0 6","2026-01-01T12:00:00Z"],["1 7","2026-01-01T12:00:00Z"],["0 8","2026-01-01T12:00:00Z"],["1 9","2026-01-01T12:00:00Z"],["0 10","2026-01-01T12:00:00Z"],["1 11","2026-01-01T12:00:00Z"],["0 12","2026-01-01T12:00:00Z"],["1 13","2026-01-01T12:00:00Z"],["0 14","2026-01-01T12:00:00Z"],["1 15","2026-01-01T12:00:00Z"],["0 16","2026-01-01T12:00:00Z"]]}',0,NULL,NULL,0,0);
INSERT INTO "games" VALUES(2,'63TG','roses','{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}',1,'abandoned',2,2,NULL,NULL,0,3,2,NULL,11,12,NULL,1,1003,NULL,72.0,NULL,1,'2026-01-01 12:00:00.000000',NULL,NULL,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,'{"first":{"secret":"cd447e35b8b6d8fe442e3d437204e52db2221a58008a05a6c4647159c324c985","words":["discord:900019"]},"later":[]}',0,'{}','{}',0,NULL,NULL,0,0);
INSERT INTO "games" VALUES(3,'AXW3','roses','{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}',1,'lobby',2,2,NULL,NULL,0,2,1,NULL,11,12,NULL,1,NULL,NULL,72.0,NULL,1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"first":{"secret":"afbd67f9619699cfe1988ad9f06c144a025b413f8a9a021ea648a7dd06839eb9","words":["discord:900021"]},"later":[]}',0,'{}','{}',0,NULL,NULL,0,0);
INSERT INTO "games" VALUES(4,'9G39','roses','{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50}',1,'active',2,2,'2ce9b85839d2c29b036e9f3b8e8bedb84acadbad1912e2045a277e092efe258e','~eLu5hDbeTZRJDsMgDEXvwjqLDM2mq14kQrSQxBLCKYNSqcrda0OGLjHS9/Sfv/+Dy3RRcJ0hsr5FN0mysFXuc7ovpIWl5AtdhClhuoxJSQzVlAvuKvFOYKK0QGYV977e9q23hyVoDQGthkJFU7e3qm/agXWC8eXcdFU37EoFGK/AFtSienL31ME4MtPUFJnJ62T4n7IZp8FNh7OPq3VtEWmguVbxePVi92LR1h7L5RH5Z0lhvggamQB3vuikyYiryhBybNt+U19yOw==',2,13,12,NULL,11,12,NULL,0,NULL,57,72.0,'2026-01-04 12:00:00.000000',1,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',NULL,'2026-01-01 12:00:00.000000',NULL,NULL,'2026-01-04 12:00:00.000000','{"first":{"secret":"ad45f23d3b1a11df587fd2803bab6c398d88348a7eed8d14f06d3fef701966a0","words":["discord:900022","discord:900023"]},"later":[]}',0,'{}','{"acted":[1],"called":[["0 2","2026-01-01T12:00:00Z"],["0 draw accept","2026-01-01T12:00:00Z"],["0 draw decline","2026-01-01T12:00:00Z"]]}',0,NULL,NULL,0,0);
INSERT INTO "games" VALUES(5,'9HC3','roses','{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100}',1,'active',2,2,'006b91a1e4ce45d9e2e9925909a9fa62e8e0d7057715506617b253897e179c78','~eLu5hDbeTZRNDoMgEIXvwtoFVg/QixhCC+okhLEIsUnj3Z0BlS4ZyJsf3je//8Fluii4zRBZ36GfFFnYaf+93bemhaXUG32EKWGqxqQklmrKBXeN+CSwUTkgs1JKKffz29vLE9wUOgMFi1Y++kYOLLPaULZN1/TDKVR4CRpcIS3qFzdPDYxjRZrsFEyy/ITSWW/AT9fdtbeqCZBGmqsVT9OJ041F3gQsu0fkmyWtc2VoZAb8faKlpiJuOmPIsX0/AJI2c4c=',1,7,6,'{"by":0,"undo_to":0,"agreed":[],"actions":[[0,"@d3"]]}',11,12,NULL,1,NULL,65,24.0,'2026-01-02 12:00:00.000000',1,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',NULL,'2026-01-01 12:00:00.000000',NULL,'2026-01-01 12:00:00.000000',NULL,'{"first":{"secret":"a11d459a2f978d8719999e3fa46d6753ec148cb48e73ca47ea90a8f0d66b829e","words":["discord:900031","discord:900032"]},"later":[]}',0,'{}','{"acted":[0],"called":[["0 0","2026-01-01T12:00:00Z"],["1 1","2026-01-01T12:00:00Z"],["1 undo","2026-01-01T12:00:00Z"]]}',1,NULL,'2026-01-01 12:00:00.000000',0,0);
CREATE TABLE heartbeats (
	process VARCHAR(64) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_heartbeats PRIMARY KEY (process)
);
CREATE TABLE identities (
	kind VARCHAR(16) NOT NULL, 
	external_id VARCHAR(255) NOT NULL, 
	person_id BIGINT NOT NULL, 
	verified_at DATETIME, closed_at DATETIME, 
	CONSTRAINT pk_identities PRIMARY KEY (kind, external_id), 
	CONSTRAINT fk_identities_person_id_players FOREIGN KEY(person_id) REFERENCES players (id)
);
INSERT INTO "identities" VALUES('discord','777000111222333101',1,NULL,NULL);
INSERT INTO "identities" VALUES('discord','777000111222333102',2,NULL,NULL);
INSERT INTO "identities" VALUES('discord','777000111222333103',3,NULL,NULL);
INSERT INTO "identities" VALUES('discord','777000111222333104',4,NULL,NULL);
INSERT INTO "identities" VALUES('discord','777000111222333105',5,NULL,NULL);
INSERT INTO "identities" VALUES('discord','777000111222333106',6,NULL,NULL);
INSERT INTO "identities" VALUES('discord','777000111222333107',7,NULL,NULL);
INSERT INTO "identities" VALUES('discord','777000111222333108',8,NULL,NULL);
CREATE TABLE invitations (
	id INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	inviter_id BIGINT, 
	status VARCHAR(16) NOT NULL, 
	created_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	CONSTRAINT pk_invitations PRIMARY KEY (id), 
	CONSTRAINT ck_invitations_status CHECK (status IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')), 
	CONSTRAINT fk_invitations_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_invitations_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_invitations_inviter_id_players FOREIGN KEY(inviter_id) REFERENCES players (id)
);
INSERT INTO "invitations" VALUES(1,5,1,3,NULL,'open','2026-01-01 12:00:00.000000','2026-01-08 12:00:00.000000',NULL);
CREATE TABLE jobs (
	id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	game_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	attempts INTEGER NOT NULL, 
	not_before DATETIME NOT NULL, 
	due_at DATETIME NOT NULL, 
	leased_by VARCHAR(64), 
	leased_until DATETIME, 
	answer TEXT, 
	seconds DOUBLE, 
	created_at DATETIME NOT NULL, 
	done_at DATETIME, 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT ck_jobs_status CHECK (status IN ('pending', 'done')), 
	CONSTRAINT fk_jobs_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_jobs_player_id_players FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE leases (
	name VARCHAR(40) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
CREATE TABLE mail_invitations (
	id INTEGER NOT NULL, 
	address_hash VARCHAR(32) NOT NULL, 
	inviter_id BIGINT, 
	game_id BIGINT, 
	status VARCHAR(8) NOT NULL, 
	cause VARCHAR(100), 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_mail_invitations PRIMARY KEY (id), 
	CONSTRAINT ck_mail_invitations_status CHECK (status IN ('sent', 'held', 'accepted', 'refused')), 
	CONSTRAINT fk_mail_invitations_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_mail_invitations_inviter_id_players FOREIGN KEY(inviter_id) REFERENCES players (id), 
	CONSTRAINT uq_mail_invitations_cause UNIQUE (cause)
);
CREATE TABLE mail_keys (
	id INTEGER NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	made_at DATETIME NOT NULL, 
	CONSTRAINT pk_mail_keys PRIMARY KEY (id)
);
CREATE TABLE mails_received (
	cause VARCHAR(100) NOT NULL, 
	sender_hash VARCHAR(32) NOT NULL, 
	received_at DATETIME NOT NULL, 
	answered BOOLEAN NOT NULL, 
	CONSTRAINT pk_mails_received PRIMARY KEY (cause)
);
CREATE TABLE mutes (
	player_id BIGINT NOT NULL, 
	game_id BIGINT NOT NULL, 
	muted_id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY (player_id, game_id, muted_id), 
	CONSTRAINT fk_mutes_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_mutes_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_mutes_muted_id_players FOREIGN KEY(muted_id) REFERENCES players (id)
);
CREATE TABLE notes (
	id INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	turn VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	cause VARCHAR(100), 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY (id), 
	CONSTRAINT fk_notes_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_notes_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT uq_notes_cause UNIQUE (cause)
);
CREATE TABLE orders (
	id BIGINT NOT NULL, 
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	guard TEXT NOT NULL, 
	action TEXT, 
	made_at_seq INTEGER NOT NULL, 
	due_at DATETIME, 
	cause VARCHAR(100), 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_orders PRIMARY KEY (id), 
	CONSTRAINT fk_orders_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_orders_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT uq_orders_cause UNIQUE (cause)
);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	game_id BIGINT, 
	lane VARCHAR(32) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	payload TEXT NOT NULL, 
	nonce VARCHAR(25) NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	attempts INTEGER NOT NULL, 
	not_before DATETIME NOT NULL, 
	leased_by VARCHAR(64), 
	leased_until DATETIME, 
	note TEXT, 
	channel_id BIGINT, 
	message_id BIGINT, 
	created_at DATETIME NOT NULL, 
	done_at DATETIME, seq INTEGER, blocked_at DATETIME, dropped_as VARCHAR(12), gathered_in BIGINT, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT ck_outbox_status CHECK (status IN ('pending', 'done', 'dropped')), 
	CONSTRAINT fk_outbox_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT uq_outbox_nonce UNIQUE (nonce)
);
INSERT INTO "outbox" VALUES(1,1,'game:1','lobby','','4073478c972e67c4a35b3956','dropped',1,'2026-01-01 12:00:00.000000',NULL,NULL,'superseded',NULL,NULL,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',2,NULL,'superseded',NULL);
INSERT INTO "outbox" VALUES(2,1,'game:1','lobby','{}','91b097fcda0b7241be06300e','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,12,1000,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(3,1,'game:1','thread','','7fe2807da33124e443703637','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,12,NULL,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(4,1,'game:1','card','','f3d3a9c34dc07d579fa2bb71','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1001,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(5,1,'game:1','card','','2f384bda2c56860dd2acd92f','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1002,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',5,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(6,1,'game:1:strip','strip','','dce17eeb425923b8fb282424','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1001,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',5,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(7,1,'game:1','card','','25ae93f948c0ff9d7f68be9d','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1004,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',6,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(8,1,'game:1:strip','strip','','1279031f75cd4c6e2cd3d65b','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1002,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',6,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(9,1,'game:1','card','','b945e512be10dda94d37c2c2','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1005,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',7,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(10,1,'game:1:strip','strip','','8ac1f8e7bccbc311ccdfd6e1','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1004,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',7,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(11,1,'game:1','card','','1f36ffa155e18593db0b2462','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1006,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',8,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(12,1,'game:1:strip','strip','','c10d1338ed91cccc91eada7b','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1005,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',8,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(13,1,'game:1','card','','537989d81dfcd0671ff8bb20','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1007,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',9,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(14,1,'game:1:strip','strip','','f6f575ef93b3bd5e26a02dda','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1006,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',9,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(15,1,'game:1','card','','399b4b983f8f6dabc38bb18e','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1008,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',10,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(16,1,'game:1:strip','strip','','427aa345bddef3ea5c8732c4','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1007,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',10,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(17,1,'game:1','card','','ea5c89bdae84469e171a318f','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1009,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',11,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(18,1,'game:1:strip','strip','','46eaeb15f3afed80cf7beda7','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1008,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',11,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(19,1,'game:1','card','','2c7831f20cf55499778dff61','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1010,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',12,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(20,1,'game:1:strip','strip','','1b84fdcafcf9fb750055d9b0','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1009,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',12,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(21,1,'game:1','card','','8844ce367929235dfbeaf0e2','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1011,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',13,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(22,1,'game:1:strip','strip','','4a7d30ec0f9b6f4ee36e9b96','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1010,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',13,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(23,1,'game:1','card','','72404c501c55711dc78a06ed','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1012,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',14,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(24,1,'game:1:strip','strip','','9bce7a41e5b5ebddc679440c','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1011,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',14,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(25,1,'game:1','card','','c89bf54fb3edb4ee703df4a5','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1013,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',15,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(26,1,'game:1:strip','strip','','79f5c6c45a5aff0ec904d4b3','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1012,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',15,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(27,1,'game:1','card','','c33d691965ac21bedc5198de','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1014,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',16,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(28,1,'game:1:strip','strip','','b636904d65bb759e4eb6a805','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1013,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',16,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(29,1,'game:1','card','','19b2d368c0c530356ae4ecc0','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1015,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',17,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(30,1,'game:1:strip','strip','','8e0fc40e77acff12a4e9257e','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1014,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',17,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(31,1,'game:1','card','','34f6fe1c3f7730bea3a03035','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1016,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',18,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(32,1,'game:1:strip','strip','','6fc65fdb57d3e47a55682b5b','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1015,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',18,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(33,1,'game:1','card','','d390db6872089e30b0a9c731','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1017,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',19,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(34,1,'game:1:strip','strip','','76273ee027667cdb9502b6d5','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1016,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',19,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(35,1,'game:1','card','','d74e0108be91ae7c5b986333','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1018,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',20,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(36,1,'game:1:strip','strip','','fc206a1a1273d165de800756','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1017,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',20,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(37,1,'game:1','card','~eLu5hDbevVZNb5tAEP0rK3q1yH6xy+aWqFLPrSrlUCFrPxNUBCkY2VXl/96dNWDiOFF6qQ/IwLLzdt6bN/PRdeL717slTN8NUe/n+F9G3/ceOT+gz348oG/T+wVxqNt6ePIQYDkRxW8d/K5t4eyrFF3mj77I7km5l+l/m/SHp3rn1+Q9vEN9AnON/ftG25/rXe5f7ULPizsTd6kuhbkSbXK2uHI/gWu69nEb7aPR7WGp/GF8Bnq2tmt39ePYjWdTiMT5yEdKLdtkv8ba77ZNHY0igsb4St1ICnUzF1amzeBbC2D7sYn0Ha9V4ms7uCzg1ytSqRO5GAF8gYjMVmaRGEH7uh1uUcprdA8bu0zjUXQqFMBy2rUnV2unmtrJbGR/sl63qT+QDY0L90+/k75hu+Qkhw+HzEHE0UbB3SHK8aV9Su4NJ4Iw5oOxTHpV6IJ74Qy2ipc0XmhZcuGlYgzbUnkceMmdUgULjotsdubMBBMwLoqAg6ZMeOKpIkEILV1plbZWU8ko5rbgmJZGxd0oJdQTRRhXzmYXXUEqIQtbEqwlwZ4pJngBKLWRDnvOrQuGWRMI09JTYQ3DjjHpZEG49Nxc6yoKw2/VWtKDqb9EqUBcVpigFHVWeWUFESJilEIJLay3lhhZ+oJgQSQjxJWaWWq9CDzGdNwV0lz0uuO7nfuqptYS+Wd9LY2do6FrXA39epOx803133Q2Tw7xYD28nRHc/viRGR6fmAIAU7iwiCvyBA8ciMrzrKo2ExT4JDliymgFTjH4/jTM4Q2GeS658NTA2wh7u3jdPOqdLbSLnp5MJjPsYIpPswWcgDEAxhOcGSQgcX13GuQm9sbUDKa7Kfu3pxOFOCFud91eJ/VFOGBEz90wWVt2f5Pvc3OT57nJ4W+e3+zh7wMyKKlz1+u6AVIIjzUgqCippNVx82ImPLGSZlpkONp1yBQoTl/IsHQD2C/YAphJAMsAVB3/Aj4oPIE=','f1803d2780b6c4542766f106','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1019,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',21,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(38,1,'game:1:strip','strip','','bdaa2fc96248855993983cd3','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,1000,1018,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',21,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(39,2,'game:2','lobby','','7333559e9ee1c36868df6fd0','dropped',1,'2026-01-01 12:00:00.000000',NULL,NULL,'superseded',NULL,NULL,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',2,NULL,'superseded',NULL);
INSERT INTO "outbox" VALUES(40,2,'game:2','lobby','{}','0f3387eba0dfff5a91b3a71b','done',1,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,12,1003,'2026-01-01 12:00:00.000000','2026-01-01 12:00:00.000000',3,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(41,3,'game:3','lobby','{"type":"lobby","report":{"id":3,"code":"AXW3","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"},"drawn":true},{"seat":1,"name":"Black","emblem":"B","person":null}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":72,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"commitment":"92d3b999174844ee066b9b0522146cbc1a55e22703cdecffc91f7cb8102d5a4d","words":["discord:900021"],"draws":false}}','fff3d03c989b4434ceace1a3','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,2,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(42,4,'game:4','lobby','{"type":"lobby","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":null}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022"],"draws":false}}','0a9aa56242a2d01cda2a4788','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,2,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(43,4,'game:4','lobby','{"type":"lobby","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false}}','8a1a446b6a970ef23084b443','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(44,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false},"view":{"viewer":null,"ply":0,"turn":"move 1","to_act":[0],"prompt":"White drops a soldier","chips":["4 in reserve","4 in reserve"],"phase":"drop","soldiers":[[],[]],"castles":[true,true],"reserves":[4,4],"lost":[0,0],"next_seat":0,"last":null,"position":"B/..../...../...../..../W w 44","quiet_limit":50},"happened":[],"called":[0],"first_picks":[{"token":"d3","label":"d3"},{"token":"e4","label":"e4"}]}','a48eb1b002ba9cc1f4ae9dea','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(45,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":4,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34","quiet_limit":50},"happened":["White drops a soldier on d3"],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}]}','ce8de76985417e3fed1b4755','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,5,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(46,4,'game:4:strip','strip','{"type":"strip","parcel_id":44}','b664803c4b96c25313104447','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,5,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(47,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":5,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black drops a soldier on c5"],"called":[0],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}','7e5e8a5bcf64c517c01e0224','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,6,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(48,4,'game:4:strip','strip','{"type":"strip","parcel_id":45}','3df4c2f60b32e3adbae2c7be','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,6,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(49,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":6,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":3,"turn":"move 4","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false},"view":{"viewer":null,"ply":3,"turn":"move 4","to_act":[1],"prompt":"Black drops a soldier","chips":["2 in reserve","3 in reserve"],"phase":"drop","soldiers":[["c2","d3"],["c5"]],"castles":[true,true],"reserves":[2,3],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@c2","moved":[],"dropped":"c2","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../ww../W b 23","quiet_limit":50},"happened":["White drops a soldier on c2"],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"d5","label":"d5"},{"token":"d6","label":"d6"}]}','b3d4e3659b269651a14c0b00','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,7,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(50,4,'game:4:strip','strip','{"type":"strip","parcel_id":47}','d90f75355ac2b290602d7fcb','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,7,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(51,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":7,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":4,"turn":"move 5","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false},"view":{"viewer":null,"ply":4,"turn":"move 5","to_act":[0],"prompt":"White drops a soldier","chips":["2 in reserve","2 in reserve"],"phase":"drop","soldiers":[["c2","d3"],["c5","d5"]],"castles":[true,true],"reserves":[2,2],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@d5","moved":[],"dropped":"d5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./...../ww../W w 22","quiet_limit":50},"happened":["Black drops a soldier on d5"],"called":[0],"first_picks":[{"token":"b2","label":"b2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}','e9283983838bde84ba9d1fb3','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,8,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(52,4,'game:4:strip','strip','{"type":"strip","parcel_id":49}','d87800224ae8aa25ec283d7e','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,8,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(53,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":8,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":4,"turn":"move 5","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false,"undo_asked_by":0,"undo_actions":[[0,"@c2"],[1,"@d5"]],"undo_asked":[1]},"view":{"viewer":null,"ply":4,"turn":"move 5","to_act":[0],"prompt":"White drops a soldier","chips":["2 in reserve","2 in reserve"],"phase":"drop","soldiers":[["c2","d3"],["c5","d5"]],"castles":[true,true],"reserves":[2,2],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@d5","moved":[],"dropped":"d5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...b./...../ww../W w 22","quiet_limit":50},"happened":[],"called":[1],"first_picks":[{"token":"b2","label":"b2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}','001bd0daf1943f5294d71690','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,9,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(54,4,'game:4:strip','strip','{"type":"strip","parcel_id":51}','f05b25327a9a225f264f861b','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,9,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(55,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":10,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black agrees to go back","undone: @d5 and @c2"],"called":[0],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}]}','d288014f1a43b9422a7393ca','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,11,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(56,4,'game:4:strip','strip','{"type":"strip","parcel_id":53}','c815211f2736d5a1b9d53909','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,11,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(57,4,'game:4','card','{"type":"card","report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":11,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false,"answers":[[0,"draw accept"],[0,"draw decline"]],"draw_asked_by":[1]},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black offers a draw"],"called":[0],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}],"head_lines":[{"what":"draw","seat":1,"line":"Black offers a draw"}]}','635450e84edbf93ac0884c55','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,12,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(58,4,'game:4:strip','strip','{"type":"strip","parcel_id":55}','539070758bc28a8212c33a13','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,12,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(59,5,'game:5','lobby','{"type":"lobby","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"lobby","version":1,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":null}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":null,"ply":0,"turn":"","prompt":"","to_act":[],"deadline":null,"outcome":null,"seed_hash":null,"seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900031"],"draws":false}}','0faa1c257a90529c8208f764','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,2,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(60,5,'game:5','lobby','{"type":"lobby","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"ded1205c4253266fbbe3c25b32deee1549a9d907e697ca3a117be848732cb43a","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900031","discord:900032"],"draws":false}}','8850e83291aac3f482b7839e','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(61,5,'game:5','thread','{"type":"thread","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"ded1205c4253266fbbe3c25b32deee1549a9d907e697ca3a117be848732cb43a","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900031","discord:900032"],"draws":false},"name":""}','4ae878e92b6c03398bba38d5','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(62,5,'game:5','card','{"type":"card","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":3,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":0,"turn":"move 1","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"ded1205c4253266fbbe3c25b32deee1549a9d907e697ca3a117be848732cb43a","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900031","discord:900032"],"draws":false},"view":{"viewer":null,"ply":0,"turn":"move 1","to_act":[0],"prompt":"White drops a soldier","chips":["4 in reserve","4 in reserve"],"phase":"drop","soldiers":[[],[]],"castles":[true,true],"reserves":[4,4],"lost":[0,0],"next_seat":0,"last":null,"position":"B/..../...../...../..../W w 44"},"happened":[],"called":[0],"first_picks":[{"token":"d3","label":"d3"},{"token":"e4","label":"e4"}]}','0dbea78977ef4f9c74902058','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,4,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(63,5,'game:5','card','{"type":"card","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":4,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"ded1205c4253266fbbe3c25b32deee1549a9d907e697ca3a117be848732cb43a","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900031","discord:900032"],"draws":false},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["White drops a soldier on d3"],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}]}','67c478001d312a497eb224ab','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,5,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(64,5,'game:5:strip','strip','{"type":"strip","parcel_id":62}','f41ff438ad4a7fced5a1832e','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,5,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(65,5,'game:5','card','{"type":"card","report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":5,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":"2026-01-02T12:00:00Z","outcome":null,"seed_hash":"ded1205c4253266fbbe3c25b32deee1549a9d907e697ca3a117be848732cb43a","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900031","discord:900032"],"draws":false,"undo_asked_by":0,"undo_actions":[[0,"@d3"]],"undo_asked":[1]},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":[],"called":[1],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}]}','7327c43aea16cd689edcc12c','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,6,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(66,5,'game:5:strip','strip','{"type":"strip","parcel_id":63}','1fce6d17ff7d49c53205389b','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,6,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(67,5,'user:3:later','invitation','{"type":"invitation","person_id":3,"invitation_id":1,"purpose":"ask","title":"Guerre des Deux Roses","seat_name":"Black"}','fa9252bb9b74a29fa252d9fa','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,6,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(68,4,'game:4','refresh','{"type":"refresh","parcel_id":57,"report":{"id":4,"code":"9G39","key":"roses","title":"Guerre des Deux Roses","status":"active","version":12,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":false,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":50},"deadline_hours":72.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":2,"turn":"move 3","prompt":"White drops a soldier","to_act":[0],"called":[0],"deadline":"2026-01-04T12:00:00Z","outcome":null,"seed_hash":"8727597ce522d0477956729fb168e1d85360abb260000d6596599dd00022db7a","seed":null,"commitment":"560f096822f4c40432d207a0f7228aac6c4f291f04c9bf23f1adff65be8443fd","words":["discord:900022","discord:900023"],"draws":false,"away":[[1,"2026-01-04T23:00:00Z"]],"answers":[[0,"draw accept"],[0,"draw decline"]],"draw_asked_by":[1]},"view":{"viewer":null,"ply":2,"turn":"move 3","to_act":[0],"prompt":"White drops a soldier","chips":["3 in reserve","3 in reserve"],"phase":"drop","soldiers":[["d3"],["c5"]],"castles":[true,true],"reserves":[3,3],"lost":[0,0],"next_seat":0,"last":{"seat":1,"notation":"@c5","moved":[],"dropped":"c5","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..b./...../...../.w../W w 33","quiet_limit":50},"happened":["Black is on vacation until the end of 4 January 2026"],"first_picks":[{"token":"c2","label":"c2"},{"token":"c3","label":"c3"},{"token":"e4","label":"e4"}],"head_lines":[]}','7d64f1939ae377adc529ee18','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,13,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(69,5,'game:5','refresh','{"type":"refresh","parcel_id":65,"report":{"id":5,"code":"9HC3","key":"roses","title":"Guerre des Deux Roses","status":"active","version":6,"host":{"id":1,"name":"Ann"},"guild_id":11,"channel_id":12,"thread_id":null,"threaded":true,"seats":[{"seat":0,"name":"White","emblem":"W","person":{"id":1,"name":"Ann"}},{"seat":1,"name":"Black","emblem":"B","person":{"id":2,"name":"Bob"}}],"min_seats":2,"options":{"first":"white","long_phalanx":false,"support_contiguous":false,"repetition":3,"quiet_limit":100},"deadline_hours":24.0,"terms":{"absence":"rules"},"created_at":"2026-01-01T12:00:00Z","moved_at":"2026-01-01T12:00:00Z","ply":1,"turn":"move 2","prompt":"Black drops a soldier","to_act":[1],"called":[1],"deadline":null,"outcome":null,"seed_hash":"ded1205c4253266fbbe3c25b32deee1549a9d907e697ca3a117be848732cb43a","seed":null,"commitment":"6bfead8effb0bdde32b4901528e0a6fffae2988c8393201385dc1a4ae5f4d875","words":["discord:900031","discord:900032"],"draws":false,"away":[[1,"2026-01-04T23:00:00Z"]],"stands":true,"undo_asked_by":0,"undo_actions":[[0,"@d3"]],"undo_asked":[1]},"view":{"viewer":null,"ply":1,"turn":"move 2","to_act":[1],"prompt":"Black drops a soldier","chips":["3 in reserve","4 in reserve"],"phase":"drop","soldiers":[["d3"],[]],"castles":[true,true],"reserves":[3,4],"lost":[0,0],"next_seat":1,"last":{"seat":0,"notation":"@d3","moved":[],"dropped":"d3","pushed":null,"fallen":null,"fell_towards":null},"position":"B/..../...../...../.w../W b 34"},"happened":["Black is on vacation until the end of 4 January 2026"],"first_picks":[{"token":"b4","label":"b4"},{"token":"c5","label":"c5"}],"head_lines":[]}','bf78e9a31fdc603de5cd2231','pending',0,'2026-01-01 12:00:00.000000',NULL,NULL,NULL,NULL,NULL,'2026-01-01 12:00:00.000000',NULL,7,NULL,NULL,NULL);
CREATE TABLE owner (
	id INTEGER NOT NULL, 
	application VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_owner PRIMARY KEY (id)
);
CREATE TABLE "players" (
	id BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	theme VARCHAR(8) NOT NULL, 
	time_zone VARCHAR(64), 
	dms_closed_at DATETIME, 
	created_at DATETIME NOT NULL, 
	dm_hands BOOLEAN DEFAULT 1 NOT NULL, 
	forgotten_at DATETIME, 
	guided TEXT DEFAULT ('') NOT NULL, 
	confirm VARCHAR(8) DEFAULT 'weighty' NOT NULL, 
	notices TEXT DEFAULT '{}' NOT NULL, 
	active_at DATETIME, level INTEGER, vacant BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT ck_players_theme CHECK (theme IN ('dark', 'light'))
);
INSERT INTO "players" VALUES(1,'Ann','dark',NULL,NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{}','2026-01-01 12:00:00.000000',NULL,0);
INSERT INTO "players" VALUES(2,'Bob','light','Europe/Paris',NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{"where":"dm"}','2026-01-01 12:00:00.000000',NULL,0);
INSERT INTO "players" VALUES(3,'Cleo','dark',NULL,NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{}',NULL,NULL,0);
INSERT INTO "players" VALUES(4,'Dan','dark',NULL,NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{}',NULL,NULL,0);
INSERT INTO "players" VALUES(5,'Eve','dark',NULL,NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{}',NULL,NULL,0);
INSERT INTO "players" VALUES(6,'Ada','dark',NULL,NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{}',NULL,NULL,0);
INSERT INTO "players" VALUES(7,'Olga','dark',NULL,NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{}',NULL,NULL,0);
INSERT INTO "players" VALUES(8,'Zoë Zephyr','dark',NULL,NULL,'2025-12-01 00:00:00',1,NULL,'','weighty','{}',NULL,NULL,0);
CREATE TABLE refusals (
	guild_id BIGINT NOT NULL, 
	place_id BIGINT NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	count INTEGER NOT NULL, 
	since DATETIME NOT NULL, 
	probe_at DATETIME, 
	told_at DATETIME, 
	CONSTRAINT pk_refusals PRIMARY KEY (guild_id, place_id)
);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	game_id BIGINT NOT NULL, 
	talk_id BIGINT NOT NULL, 
	reporter_id BIGINT NOT NULL, 
	reported_id BIGINT NOT NULL, 
	words TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_reports PRIMARY KEY (id), 
	CONSTRAINT fk_reports_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_reports_talk_id_talk FOREIGN KEY(talk_id) REFERENCES talk (id), 
	CONSTRAINT fk_reports_reporter_id_players FOREIGN KEY(reporter_id) REFERENCES players (id), 
	CONSTRAINT fk_reports_reported_id_players FOREIGN KEY(reported_id) REFERENCES players (id), 
	CONSTRAINT uq_reports_reporter_id_talk_id UNIQUE (reporter_id, talk_id)
);
CREATE TABLE request_budget (
	id INTEGER NOT NULL, 
	full_at DATETIME NOT NULL, 
	CONSTRAINT pk_request_budget PRIMARY KEY (id)
);
CREATE TABLE seats (
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	seat INTEGER, 
	joined_at DATETIME NOT NULL, hand_message_id BIGINT, notices TEXT DEFAULT '{}' NOT NULL, told_at DATETIME, notice_at DATETIME, 
	CONSTRAINT pk_seats PRIMARY KEY (game_id, player_id), 
	CONSTRAINT fk_seats_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_seats_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT uq_seats_game_id_seat UNIQUE (game_id, seat)
);
INSERT INTO "seats" VALUES(1,1,0,'2026-01-01 12:00:00.000000',NULL,'{}',NULL,NULL);
INSERT INTO "seats" VALUES(1,2,1,'2026-01-01 12:00:00.000000',NULL,'{}',NULL,NULL);
INSERT INTO "seats" VALUES(2,1,0,'2026-01-01 12:00:00.000000',NULL,'{}',NULL,NULL);
INSERT INTO "seats" VALUES(3,1,NULL,'2026-01-01 12:00:00.000000',NULL,'{}',NULL,NULL);
INSERT INTO "seats" VALUES(4,1,0,'2026-01-01 12:00:00.000000',NULL,'{}','2026-01-01 12:00:00.000000','2026-01-03 00:00:00.000000');
INSERT INTO "seats" VALUES(4,2,1,'2026-01-01 12:00:00.000000',NULL,'{}',NULL,NULL);
INSERT INTO "seats" VALUES(5,1,0,'2026-01-01 12:00:00.000000',NULL,'{}',NULL,NULL);
INSERT INTO "seats" VALUES(5,2,1,'2026-01-01 12:00:00.000000',NULL,'{}',NULL,'2026-01-01 12:10:00.000000');
CREATE TABLE server_settings (
	guild_id BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_server_settings PRIMARY KEY (guild_id)
);
CREATE TABLE "talk" (
	id INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	turn VARCHAR(64) NOT NULL, 
	private BOOLEAN NOT NULL, 
	body TEXT NOT NULL, 
	cause VARCHAR(100) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_talk PRIMARY KEY (id), 
	CONSTRAINT fk_talk_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_talk_game_id_games FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT uq_talk_cause UNIQUE (cause)
);
CREATE TABLE talk_readers (
	talk_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	seen_at DATETIME, 
	refused_at DATETIME, 
	CONSTRAINT pk_talk_readers PRIMARY KEY (talk_id, player_id), 
	CONSTRAINT fk_talk_readers_talk_id_talk FOREIGN KEY(talk_id) REFERENCES talk (id), 
	CONSTRAINT fk_talk_readers_player_id_players FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE talk_wishes (
	player_id BIGINT NOT NULL, 
	game_id BIGINT NOT NULL, 
	relayed BOOLEAN NOT NULL, 
	meant BOOLEAN NOT NULL, 
	CONSTRAINT pk_talk_wishes PRIMARY KEY (player_id, game_id), 
	CONSTRAINT fk_talk_wishes_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_talk_wishes_game_id_games FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE vacations (
	id INTEGER NOT NULL, 
	player_id BIGINT NOT NULL, 
	starts_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	due_at DATETIME, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_vacations PRIMARY KEY (id), 
	CONSTRAINT fk_vacations_player_id_players FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "vacations" VALUES(1,2,'2026-01-01 12:00:00.000000','2026-01-04 23:00:00.000000',NULL,'2026-01-04 23:00:00.000000','2026-01-01 12:00:00.000000');
CREATE INDEX ix_seats_player_id ON seats (player_id);
CREATE INDEX ix_outbox_game_id ON outbox (game_id);
CREATE INDEX ix_outbox_pending_lane ON outbox (lane, id) WHERE status = 'pending';
CREATE INDEX ix_drafts_player_id ON drafts (player_id);
CREATE INDEX ix_talk_readers_player_id ON talk_readers (player_id);
CREATE INDEX ix_talk_wishes_game_id ON talk_wishes (game_id);
CREATE INDEX ix_identities_person_id ON identities (person_id);
CREATE INDEX ix_audit_game_id ON audit (game_id);
CREATE INDEX ix_talk_game_id ON talk (game_id);
CREATE INDEX ix_games_alarm_at ON games (alarm_at) WHERE alarm_at IS NOT NULL;
CREATE INDEX ix_games_clock_card_id ON games (clock_card_id);
CREATE INDEX ix_games_thread_id ON games (thread_id);
CREATE INDEX ix_outbox_message_id ON outbox (message_id);
CREATE INDEX ix_blocks_blocked_id ON blocks (blocked_id);
CREATE INDEX ix_mutes_game_id ON mutes (game_id);
CREATE INDEX ix_reports_guild_id ON reports (guild_id);
CREATE INDEX ix_reports_game_id ON reports (game_id);
CREATE INDEX ix_reports_reported_id ON reports (reported_id);
CREATE INDEX ix_invitations_player_id ON invitations (player_id);
CREATE UNIQUE INDEX ix_invitations_open_seat ON invitations (game_id, seat) WHERE status = 'open';
CREATE INDEX ix_invitations_game_id_status ON invitations (game_id, status);
CREATE INDEX ix_invitations_status_closed_at ON invitations (status, closed_at);
CREATE INDEX ix_orders_game_id ON orders (game_id);
CREATE INDEX ix_orders_player_id ON orders (player_id);
CREATE INDEX ix_orders_due_at ON orders (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_followers_player_id ON followers (player_id);
CREATE INDEX ix_vacations_player_id ON vacations (player_id);
CREATE UNIQUE INDEX ix_vacations_present ON vacations (player_id) WHERE ended_at IS NULL;
CREATE INDEX ix_vacations_due_at ON vacations (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_seats_notice_at ON seats (notice_at) WHERE notice_at IS NOT NULL;
CREATE INDEX ix_jobs_game_id ON jobs (game_id);
CREATE INDEX ix_jobs_player_id ON jobs (player_id);
CREATE UNIQUE INDEX ix_jobs_pending_seat ON jobs (game_id, seat, kind) WHERE status = 'pending';
CREATE INDEX ix_outbox_kind_done_at ON outbox (kind, done_at) WHERE payload = '';
CREATE INDEX ix_games_finished_at ON games (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_mails_received_received_at ON mails_received (received_at);
CREATE INDEX ix_mails_received_sender_hash_received_at ON mails_received (sender_hash, received_at);
CREATE INDEX ix_address_codes_address ON address_codes (address);
CREATE INDEX ix_address_codes_player_id ON address_codes (player_id);
CREATE INDEX ix_address_codes_created_at ON address_codes (created_at);
CREATE INDEX ix_mail_invitations_address_hash ON mail_invitations (address_hash);
CREATE INDEX ix_mail_invitations_inviter_id ON mail_invitations (inviter_id);
CREATE INDEX ix_mail_invitations_game_id ON mail_invitations (game_id);
CREATE INDEX ix_mail_invitations_created_at ON mail_invitations (created_at);
CREATE INDEX ix_games_guild_id_status_id_code ON games (guild_id, status, id, code);
CREATE INDEX ix_games_status_id_code ON games (status, id, code);
CREATE INDEX ix_notes_game_id ON notes (game_id);
CREATE INDEX ix_notes_player_id_game_id ON notes (player_id, game_id);
CREATE INDEX ix_audit_actor ON audit (actor);
CREATE INDEX ix_events_admin ON events (game_id) WHERE kind = 'admin';
CREATE INDEX ix_events_player_id ON events (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX ix_games_host_id ON games (host_id);
CREATE INDEX ix_invitations_inviter_id ON invitations (inviter_id) WHERE inviter_id IS NOT NULL;
CREATE INDEX ix_jobs_done_at ON jobs (done_at) WHERE status = 'done' AND (kind <> 'review' OR answer IS NULL);
CREATE INDEX ix_mutes_muted_id ON mutes (muted_id);
CREATE INDEX ix_outbox_personal_lane ON outbox (lane) WHERE substr(lane, 1, 5) <> 'game:';
CREATE INDEX ix_reports_talk_id ON reports (talk_id);
CREATE INDEX ix_talk_player_id ON talk (player_id);
CREATE INDEX ix_games_pause_asked_at ON games (pause_asked_at) WHERE pause_asked_at IS NOT NULL AND finished_at IS NULL;
CREATE INDEX ix_games_undo_asked_at ON games (undo_asked_at) WHERE undo_asked_at IS NOT NULL AND finished_at IS NULL;
CREATE INDEX ix_outbox_leased_until ON outbox (leased_until) WHERE status = 'pending' AND leased_until IS NOT NULL;
CREATE INDEX ix_outbox_blocked_at ON outbox (blocked_at) WHERE status = 'pending' AND blocked_at IS NOT NULL;
CREATE INDEX ix_outbox_missed ON outbox (done_at) WHERE dropped_as = 'missed';
CREATE INDEX ix_audit_about_guild_id_id ON audit (about_guild_id, id);
CREATE INDEX ix_games_key_status_id ON games ("key", status, id);
CREATE INDEX ix_games_guild_id_key_status_id ON games (guild_id, "key", status, id);
CREATE INDEX ix_games_channel_id_status ON games (channel_id, status);
CREATE INDEX ix_games_quiet ON games (moved_at) WHERE thread_id IS NOT NULL AND deadline_at IS NOT NULL AND clock_stopped_at IS NULL AND finished_at IS NULL;
CREATE INDEX ix_games_with_computers ON games (id) WHERE has_computer AND finished_at IS NULL;
CREATE INDEX ix_games_waiting ON games (created_at) WHERE finished_at IS NULL AND (started_at IS NULL OR waits_for_players);
CREATE INDEX ix_games_called_off ON games (finished_at) WHERE finished_at IS NOT NULL AND started_at IS NULL;
CREATE INDEX ix_games_key_status_rules_version ON games ("key", status, rules_version);
CREATE INDEX ix_invitations_open ON invitations (expires_at) WHERE closed_at IS NULL;
CREATE INDEX ix_jobs_to_think ON jobs (not_before, created_at, leased_until) WHERE status = 'pending' AND kind <> 'reply' AND answer IS NULL;
CREATE INDEX ix_jobs_ready ON jobs (not_before) WHERE status = 'pending' AND (kind = 'reply' OR answer IS NOT NULL);
CREATE INDEX ix_outbox_not_before ON outbox (not_before, attempts, created_at, blocked_at) WHERE status = 'pending' AND leased_until IS NULL;
CREATE INDEX ix_declines_inviter_id ON declines (inviter_id);
COMMIT;
