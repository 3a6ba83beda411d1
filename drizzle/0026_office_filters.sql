-- The figures of a large agency over a year, also with filters: totals of each day, places by month, and (with the next migration) indexes that hold
-- all that filters ask for. Old events and sums are added afterwards, in small steps (`backfill_office_filters` below).
-- breaks the version before: nothing of it. The procedure drops the table that is created below.
-- The replies of each agent side by side, so that they need no sorting.
CREATE INDEX IF NOT EXISTS "lead_by_first_reply" ON "lead" USING btree ("agencyId","userId","createdOn","createdAt","firstReplyAt") WHERE "lead"."firstReplyAt" is not null and "lead"."source" = 'form';
--> statement-breakpoint
DROP INDEX IF EXISTS "lead_by_reply";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_numbers(numbers double precision[]) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum("number"), 0) FROM unnest(numbers) "number"
$$;
--> statement-breakpoint
ALTER TABLE "reading_sum" ADD COLUMN IF NOT EXISTS "seconds" double precision GENERATED ALWAYS AS (sum_numbers("pageSeconds")) STORED NOT NULL;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "event_day_total" PARTITION OF "event_day" FOR VALUES IN ('total') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "event_day_place_month" PARTITION OF "event_day" FOR VALUES IN ('place month') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION event_facet_value(facet text, file text, device text, os text, browser text, country text, region text, city text, referrer text)
RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN facet IN ('device', 'listing device') THEN ARRAY[coalesce(device, ''), coalesce(os, ''), coalesce(browser, '')]
    WHEN facet IN ('place', 'place month', 'listing place week') THEN ARRAY[coalesce(country, ''), coalesce(region, ''), coalesce(city, '')]
    WHEN facet IN ('referrer', 'listing referrer week') THEN ARRAY[coalesce(referrer, '')]
    WHEN facet IN ('listing file', 'listing file month') THEN ARRAY[file]
    ELSE '{}'
  END
$$;
--> statement-breakpoint
CREATE OR REPLACE VIEW "event_facet" AS SELECT * FROM (VALUES
  ('listing', true, 'day', false, false),
  ('listing device', true, 'day', false, false),
  ('listing file', true, 'day', false, true),
  ('listing month', true, 'month', false, false),
  ('listing file month', true, 'month', false, true),
  ('listing place week', true, 'week', true, false),
  ('listing referrer week', true, 'week', true, false),
  ('total', false, 'day', false, false),
  ('device', false, 'day', false, false),
  ('place', false, 'day', false, false),
  ('place month', false, 'month', false, false),
  ('referrer', false, 'day', false, false)
) facets ("facet", "ofListing", "period", "onlyViews", "onlyFiles");
--> statement-breakpoint
-- Whose sums the backfill has yet to complete. Each owner is looked up in the index after the one before.
CREATE TABLE IF NOT EXISTS "sum_backfill" AS
WITH RECURSIVE "owners" ("id") AS (
  SELECT min("userId") FROM "event_day" WHERE "facet" = 'device'
  UNION ALL
  SELECT (SELECT min("userId") FROM "event_day" WHERE "facet" = 'device' AND "userId" > "owners"."id") FROM "owners" WHERE "owners"."id" IS NOT NULL
) SELECT "id" FROM "owners" WHERE "id" IS NOT NULL;
--> statement-breakpoint
-- Called after the migrations (src/db/migrate.server.ts). Commits after each month; when it is interrupted, the next start continues.
CREATE OR REPLACE PROCEDURE backfill_office_filters() LANGUAGE plpgsql AS $$
DECLARE
  "owner" text;
  "first" date;
  "last" date;
  "month" regclass;
  "wanted" record;
BEGIN
  LOOP
    SELECT "id" INTO "owner" FROM "sum_backfill" ORDER BY 1 LIMIT 1;
    EXIT WHEN "owner" IS NULL;
    FOR "first" IN SELECT generate_series(date_trunc('month', min("day")::timestamp), max("day")::timestamp, interval '1 month')::date
      FROM "event_day" WHERE "userId" = "owner" AND "cut" = 0 AND "facet" = 'device' LOOP
      "last" := "first" + interval '1 month' - interval '1 day';
      -- Writers of events wait for a moment: an event is in the sums below, or the trigger adds it afterwards.
      LOCK TABLE "event" IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM "event_day" WHERE "userId" = "owner" AND "cut" = 0 AND "facet" IN ('total', 'place month') AND "day" BETWEEN "first" AND "last";
      INSERT INTO "event_day" ("userId", "facet", "day", "event", "value", "events", "uniques", "seconds", "timed")
      SELECT "owner", 'total', "day", "event", '{}', sum("events"), sum("uniques"), sum("seconds"), sum("timed")
      FROM "event_day" WHERE "userId" = "owner" AND "cut" = 0 AND "facet" = 'device' AND "day" BETWEEN "first" AND "last" GROUP BY "day", "event";
      INSERT INTO "event_day" ("userId", "facet", "day", "event", "value", "events", "uniques", "seconds", "timed")
      SELECT "owner", 'place month', "first", "event", "value", sum("events"), sum("uniques"), sum("seconds"), sum("timed")
      FROM "event_day" WHERE "userId" = "owner" AND "cut" = 0 AND "facet" = 'place' AND "day" BETWEEN "first" AND "last" GROUP BY "event", "value";
      COMMIT;
    END LOOP;
    DELETE FROM "sum_backfill" WHERE "id" = "owner";
    COMMIT;
  END LOOP;
  FOR "month" IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '"event"'::regclass ORDER BY 1 LOOP
    FOR "wanted" IN SELECT * FROM (VALUES
      ('event_views', '"agencyId","device","referrerHostname","country","region","city","os","browser","createdAt","localDay","isFirstInAgency","isFirstToday","channelKind","channelId","utmSource","utmMedium","utmCampaign"', '"event" = ''listing_view'''),
      ('event_leads_and_files', '"agencyId","event","createdAt","localDay","leadId","fileId","device","os","browser","country","region","city","referrerHostname","channelKind","channelId","utmSource","utmMedium","utmCampaign"', '"event" in (''lead_created'', ''file_view'', ''file_download'')')
    ) indexes ("name", "columns", "condition") LOOP
      IF NOT EXISTS (SELECT FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid WHERE inhparent = format('%I', "wanted"."name")::regclass AND indrelid = "month") THEN
        EXECUTE format('CREATE INDEX %I ON %s (%s) WHERE %s', "month" || substr("wanted"."name", 6), "month", "wanted"."columns", "wanted"."condition");
        EXECUTE format('ALTER INDEX %I ATTACH PARTITION %I', "wanted"."name", "month" || substr("wanted"."name", 6));
      END IF;
      COMMIT;
    END LOOP;
  END LOOP;
  -- Without the extension, or the right to install it, searching the leads of a large agency takes longer.
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX IF NOT EXISTS "lead_search" ON "lead" USING gin ("searchText" gin_trgm_ops);
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'Leads are searched without an index: %', SQLERRM;
  END;
  COMMIT;
  DROP TABLE "sum_backfill";
  DROP PROCEDURE backfill_office_filters();
END
$$;
