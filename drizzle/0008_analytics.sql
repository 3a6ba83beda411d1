CREATE TABLE "event_day" (
	"userId" text NOT NULL,
	"listingId" text,
	"facet" text NOT NULL,
	"day" date NOT NULL,
	"event" text NOT NULL,
	"value" text[] NOT NULL,
	"events" integer NOT NULL,
	"uniques" integer NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	"timed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "event_day_key" UNIQUE NULLS NOT DISTINCT("userId","facet","day","listingId","event","value")
) PARTITION BY LIST ("facet");
--> statement-breakpoint
CREATE TABLE "visitor_salt" (
	"day" text PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_seen" (
	"key" text PRIMARY KEY NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Each facet apart: few pages hold what is read together. Room in each page lets a count grow where it stands.
CREATE TABLE "event_day_listing" PARTITION OF "event_day" FOR VALUES IN ('listing') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_device" PARTITION OF "event_day" FOR VALUES IN ('listing device') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_file" PARTITION OF "event_day" FOR VALUES IN ('listing file') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_month" PARTITION OF "event_day" FOR VALUES IN ('listing month') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_file_month" PARTITION OF "event_day" FOR VALUES IN ('listing file month') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_place_month" PARTITION OF "event_day" FOR VALUES IN ('listing place month') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_referrer_month" PARTITION OF "event_day" FOR VALUES IN ('listing referrer month') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_device" PARTITION OF "event_day" FOR VALUES IN ('device') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_place" PARTITION OF "event_day" FOR VALUES IN ('place') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_referrer" PARTITION OF "event_day" FOR VALUES IN ('referrer') WITH (fillfactor = 70);
--> statement-breakpoint
-- Events by month: what is old is apart from what is written, and can be dropped in one piece.
ALTER TABLE "event" RENAME TO "event_before";
--> statement-breakpoint
ALTER INDEX "event_pkey" RENAME TO "event_before_pkey";
--> statement-breakpoint
DROP INDEX "event_hash_index";
--> statement-breakpoint
DROP INDEX "event_hash_hostname_pathname_index";
--> statement-breakpoint
DROP INDEX "event_listingId_event_createdAt_index";
--> statement-breakpoint
DROP INDEX "event_by_lead";
--> statement-breakpoint
CREATE TABLE "event" (
	"id" text NOT NULL,
	"event" text NOT NULL,
	"isUnique" boolean DEFAULT false NOT NULL,
	"hash" text,
	"country" text,
	"region" text,
	"city" text,
	"device" text,
	"os" text,
	"browser" text,
	"hostname" text,
	"pathname" text,
	"referrerHostname" text,
	"referrerPathname" text,
	"listingId" text,
	"leadId" text,
	"fileId" text,
	"userId" text,
	"isFirstToday" boolean DEFAULT false NOT NULL,
	"seconds" integer,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"archivedAt" timestamp with time zone,
	CONSTRAINT "event_id_createdAt_pk" PRIMARY KEY("id","createdAt")
) PARTITION BY RANGE ("createdAt");
--> statement-breakpoint
CREATE TABLE "event_default" PARTITION OF "event" DEFAULT;
--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
CREATE INDEX "event_hash_index" ON "event" USING btree ("hash");
--> statement-breakpoint
CREATE INDEX "event_hash_hostname_pathname_index" ON "event" USING btree ("hash","hostname","pathname");
--> statement-breakpoint
CREATE INDEX "event_by_listing" ON "event" USING btree ("listingId","createdAt","event","isUnique","country","region","city","referrerHostname");
--> statement-breakpoint
CREATE INDEX "event_by_agent" ON "event" USING btree ("userId","createdAt","id");
--> statement-breakpoint
CREATE INDEX "event_by_lead" ON "event" USING btree ("leadId","createdAt","id") WHERE "event"."leadId" is not null;
--> statement-breakpoint
CREATE INDEX "event_by_file" ON "event" USING btree ("fileId","createdAt") WHERE "event"."fileId" is not null;
--> statement-breakpoint
-- Makes the place for a month's events. Those that came before it existed move in.
CREATE FUNCTION prepare_event_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  start timestamptz := date_trunc('month', month)::timestamp AT TIME ZONE 'UTC';
  past timestamptz := (date_trunc('month', month) + interval '1 month')::timestamp AT TIME ZONE 'UTC';
  name text := 'event_' || to_char(month, 'YYYY_MM');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE "event" INCLUDING DEFAULTS)', name);
  EXECUTE format('WITH moved AS (DELETE FROM "event_default" WHERE "createdAt" >= $1 AND "createdAt" < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved', name) USING start, past;
  EXECUTE format('ALTER TABLE "event" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, start, past);
END
$$;
--> statement-breakpoint
SELECT prepare_event_month((date_trunc('month', now() AT TIME ZONE 'UTC') + nth * interval '1 month')::date) FROM generate_series(0, 2) nth;
--> statement-breakpoint
-- The listing's agent, whoever writes the event.
CREATE FUNCTION own_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "userId" INTO NEW."userId" FROM "listing" WHERE "id" = NEW."listingId";
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER own BEFORE INSERT ON "event" FOR EACH ROW WHEN (NEW."userId" IS NULL AND NEW."listingId" IS NOT NULL) EXECUTE FUNCTION own_event();
--> statement-breakpoint
CREATE TRIGGER touch BEFORE UPDATE ON "event" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
-- The sums under which an event is counted (src/db/schema/eventDay.ts).
CREATE VIEW "event_facet" AS SELECT * FROM (VALUES
  ('listing', true, false, false, false),
  ('listing device', true, false, false, false),
  ('listing file', true, false, false, true),
  ('listing month', true, true, false, false),
  ('listing file month', true, true, false, true),
  ('listing place month', true, true, true, false),
  ('listing referrer month', true, true, true, false),
  ('device', false, false, false, false),
  ('place', false, false, true, false),
  ('referrer', false, false, true, false)
) facets ("facet", "ofListing", "ofMonth", "onlyViews", "onlyFiles");
--> statement-breakpoint
-- What a facet knows of an event.
CREATE FUNCTION event_facet_value(facet text, file text, device text, os text, browser text, country text, region text, city text, referrer text)
RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN facet IN ('device', 'listing device') THEN ARRAY[coalesce(device, ''), coalesce(os, ''), coalesce(browser, '')]
    WHEN facet IN ('place', 'listing place month') THEN ARRAY[coalesce(country, ''), coalesce(region, ''), coalesce(city, '')]
    WHEN facet IN ('referrer', 'listing referrer month') THEN ARRAY[coalesce(referrer, '')]
    WHEN facet IN ('listing file', 'listing file month') THEN ARRAY[file]
    ELSE '{}'
  END
$$;
--> statement-breakpoint
-- The sums are written with the events, in the order of their key, so that no two writers wait for each other in a circle. Whoever
-- writes for an agent shares that agent's lock: nobody cuts the days anew meanwhile.
CREATE FUNCTION sum_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended("userId", 7250003)) FROM (SELECT DISTINCT "userId" FROM added WHERE "userId" IS NOT NULL ORDER BY 1) agents;
  INSERT INTO "event_day" ("userId", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
  SELECT added."userId", "facet",
    CASE WHEN "ofMonth" THEN date_trunc('month', added."createdAt" AT TIME ZONE coalesce("profile"."timeZone", 'Pacific/Auckland'))::date ELSE (added."createdAt" AT TIME ZONE coalesce("profile"."timeZone", 'Pacific/Auckland'))::date END,
    CASE WHEN "ofListing" THEN added."listingId" END, added."event",
    event_facet_value("facet", added."fileId", added."device", added."os", added."browser", added."country", added."region", added."city", added."referrerHostname"),
    count(*), count(*) FILTER (WHERE CASE WHEN "ofListing" OR added."event" <> 'listing_view' THEN added."isUnique" ELSE added."isFirstToday" END),
    coalesce(sum(added."seconds"), 0), count(added."seconds")
  FROM added
  LEFT JOIN "profile" ON "profile"."userId" = added."userId"
  JOIN "event_facet" ON (NOT "onlyViews" OR added."event" = 'listing_view') AND (NOT "onlyFiles" OR added."fileId" IS NOT NULL)
  WHERE added."userId" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT "event_day_key" DO UPDATE SET
    "events" = "event_day"."events" + excluded."events", "uniques" = "event_day"."uniques" + excluded."uniques", "seconds" = "event_day"."seconds" + excluded."seconds", "timed" = "event_day"."timed" + excluded."timed";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sum AFTER INSERT ON "event" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_events();
--> statement-breakpoint
-- Days move with the agent's time zone: all sums of this agent anew, in the order in which they would have been written. Whoever
-- writes events of this agent waits meanwhile.
CREATE FUNCTION recut_event_days(agent text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(agent, 7250003));
  SELECT "timeZone" INTO zone FROM "profile" WHERE "userId" = agent;
  DELETE FROM "event_day" WHERE "userId" = agent;
  INSERT INTO "event_day" ("userId", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
  SELECT agent, "facet",
    CASE WHEN "ofMonth" THEN date_trunc('month', "event"."createdAt" AT TIME ZONE coalesce(zone, 'Pacific/Auckland'))::date ELSE ("event"."createdAt" AT TIME ZONE coalesce(zone, 'Pacific/Auckland'))::date END,
    CASE WHEN "ofListing" THEN "event"."listingId" END, "event"."event",
    event_facet_value("facet", "event"."fileId", "event"."device", "event"."os", "event"."browser", "event"."country", "event"."region", "event"."city", "event"."referrerHostname"),
    count(*), count(*) FILTER (WHERE CASE WHEN "ofListing" OR "event"."event" <> 'listing_view' THEN "event"."isUnique" ELSE "event"."isFirstToday" END),
    coalesce(sum("event"."seconds"), 0), count("event"."seconds")
  FROM "event"
  JOIN "event_facet" ON (NOT "onlyViews" OR "event"."event" = 'listing_view') AND (NOT "onlyFiles" OR "event"."fileId" IS NOT NULL)
  WHERE "event"."userId" = agent
  GROUP BY 2, 3, 4, 5, 6
  ORDER BY 3;
END
$$;
--> statement-breakpoint
INSERT INTO "event" ("id", "event", "isUnique", "hash", "country", "region", "city", "device", "os", "browser", "hostname", "pathname", "referrerHostname", "referrerPathname", "listingId", "leadId", "fileId", "isFirstToday", "updatedAt", "createdAt", "archivedAt")
SELECT "id", "event", "isUnique", "hash", "country", "region", "city", "device", "os", "browser", "hostname", "pathname", "referrerHostname", "referrerPathname", "listingId", "leadId", "fileId", "isUnique" AND "event" = 'listing_view', "updatedAt", "createdAt", "archivedAt" FROM "event_before";
--> statement-breakpoint
DROP TABLE "event_before";
--> statement-breakpoint
CREATE TRIGGER see_lead AFTER INSERT ON "event" FOR EACH ROW WHEN (NEW."leadId" IS NOT NULL) EXECUTE FUNCTION see_lead();
