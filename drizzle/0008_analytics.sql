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
	CONSTRAINT "event_day_key" UNIQUE NULLS NOT DISTINCT("userId","facet","listingId","day","event","value")
);
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
ALTER TABLE "event_day" SET (fillfactor = 70);
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
-- Under which sums of its day an event is counted (src/db/schema/eventDay.ts).
CREATE FUNCTION event_facets(what text, listing text, file text, device text, os text, browser text, country text, region text, city text, referrer text, "isUnique" boolean, "isFirstToday" boolean)
RETURNS TABLE ("listingId" text, "facet" text, "value" text[], "isNew" boolean) LANGUAGE sql IMMUTABLE AS $$
  SELECT l, f, v, n FROM (VALUES
    (listing, 'total', '{}'::text[], "isUnique", true),
    (listing, 'device', ARRAY[coalesce(device, ''), coalesce(os, ''), coalesce(browser, '')], "isUnique", true),
    (listing, 'file', ARRAY[file], "isUnique", file IS NOT NULL),
    (NULL, 'device', ARRAY[coalesce(device, ''), coalesce(os, ''), coalesce(browser, '')], CASE WHEN what = 'listing_view' THEN "isFirstToday" ELSE "isUnique" END, true),
    (NULL, 'place', ARRAY[coalesce(country, ''), coalesce(region, ''), coalesce(city, '')], "isFirstToday", what = 'listing_view'),
    (NULL, 'referrer', ARRAY[coalesce(referrer, '')], "isFirstToday", what = 'listing_view')
  ) facets (l, f, v, n, counts) WHERE counts
$$;
--> statement-breakpoint
-- The sums of the days are written with the events, in the order of their key, so that no two writers wait for each other in a circle.
CREATE FUNCTION sum_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "event_day" ("userId", "listingId", "facet", "day", "event", "value", "events", "uniques", "seconds")
  SELECT added."userId", facets."listingId", facets."facet", (added."createdAt" AT TIME ZONE coalesce(profile."timeZone", 'Pacific/Auckland'))::date, added."event", facets."value",
    count(*), count(*) FILTER (WHERE facets."isNew"), coalesce(sum(added."seconds"), 0)
  FROM added
  LEFT JOIN "profile" ON "profile"."userId" = added."userId"
  CROSS JOIN LATERAL event_facets(added."event", added."listingId", added."fileId", added."device", added."os", added."browser", added."country", added."region", added."city", added."referrerHostname", added."isUnique", added."isFirstToday") facets
  WHERE added."userId" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6
  ORDER BY 1, 3, 2, 4, 5, 6
  ON CONFLICT ON CONSTRAINT "event_day_key" DO UPDATE SET
    "events" = "event_day"."events" + excluded."events", "uniques" = "event_day"."uniques" + excluded."uniques", "seconds" = "event_day"."seconds" + excluded."seconds";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sum AFTER INSERT ON "event" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_events();
--> statement-breakpoint
-- Days move with the agent's time zone: all sums of this agent anew. Writers wait meanwhile.
CREATE FUNCTION recut_event_days(agent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE "event_day" IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM "event_day" WHERE "userId" = agent;
  INSERT INTO "event_day" ("userId", "listingId", "facet", "day", "event", "value", "events", "uniques", "seconds")
  SELECT agent, facets."listingId", facets."facet", ("event"."createdAt" AT TIME ZONE coalesce((SELECT "timeZone" FROM "profile" WHERE "userId" = agent), 'Pacific/Auckland'))::date, "event"."event", facets."value",
    count(*), count(*) FILTER (WHERE facets."isNew"), coalesce(sum("event"."seconds"), 0)
  FROM "event"
  CROSS JOIN LATERAL event_facets("event"."event", "event"."listingId", "event"."fileId", "event"."device", "event"."os", "event"."browser", "event"."country", "event"."region", "event"."city", "event"."referrerHostname", "event"."isUnique", "event"."isFirstToday") facets
  WHERE "event"."userId" = agent
  GROUP BY 1, 2, 3, 4, 5, 6;
END
$$;
--> statement-breakpoint
INSERT INTO "event" ("id", "event", "isUnique", "hash", "country", "region", "city", "device", "os", "browser", "hostname", "pathname", "referrerHostname", "referrerPathname", "listingId", "leadId", "fileId", "isFirstToday", "updatedAt", "createdAt", "archivedAt")
SELECT "id", "event", "isUnique", "hash", "country", "region", "city", "device", "os", "browser", "hostname", "pathname", "referrerHostname", "referrerPathname", "listingId", "leadId", "fileId", "isUnique" AND "event" = 'listing_view', "updatedAt", "createdAt", "archivedAt" FROM "event_before";
--> statement-breakpoint
DROP TABLE "event_before";
--> statement-breakpoint
CREATE TRIGGER see_lead AFTER INSERT ON "event" FOR EACH ROW WHEN (NEW."leadId" IS NOT NULL) EXECUTE FUNCTION see_lead();
