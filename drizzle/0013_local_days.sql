-- breaks the version before: its job recut_days fails from here on, and nothing else of it does. It must fail: it would count all days twice.
--
-- Each event stores its local day: its date in the agent's time zone when it arrived. Sums are by local day, and a new time zone counts from
-- then on. The columns event_day.cut and profile.daysTimeZone, daysCut and lateTimeZone stay for the version before; the next version drops them.

-- Wait for a recut that is running.
SELECT pg_advisory_xact_lock(hashtextextended("userId", 7250004)) FROM "profile" WHERE "daysTimeZone" IS NOT NULL OR "lateTimeZone" IS NOT NULL;
--> statement-breakpoint
-- From here on nobody writes an event until this transaction ends, which takes moments. Old events are filled in afterwards.
ALTER TABLE "event" ADD COLUMN "localDay" date;
--> statement-breakpoint
-- The time zones by which the stored sums are counted, for the backfill below.
CREATE TABLE "event_backfill" AS SELECT "userId", coalesce("daysTimeZone", "timeZone") AS "timeZone" FROM "profile";
--> statement-breakpoint
-- Only agents who have changed their time zone have sums under another number than 0, or an unfinished recut.
DELETE FROM "event_day" USING "profile" WHERE "event_day"."userId" = "profile"."userId" AND "event_day"."cut" <> "profile"."daysCut"
  AND ("profile"."daysCut" <> 0 OR "profile"."daysTimeZone" IS NOT NULL OR "profile"."lateTimeZone" IS NOT NULL);
--> statement-breakpoint
UPDATE "event_day" SET "cut" = 0 FROM "profile" WHERE "event_day"."userId" = "profile"."userId" AND "profile"."daysCut" <> 0 AND "event_day"."cut" <> 0;
--> statement-breakpoint
UPDATE "profile" SET "daysTimeZone" = NULL, "daysCut" = 0, "lateTimeZone" = NULL
WHERE "daysTimeZone" IS NOT NULL OR "daysCut" <> 0 OR "lateTimeZone" IS NOT NULL;
--> statement-breakpoint
-- A recut that begins at this moment fails here.
ALTER TABLE "event_day" ADD CONSTRAINT "event_day_cut" CHECK ("cut" = 0) NOT VALID;
--> statement-breakpoint
DROP FUNCTION cut_event_facet(text, text, integer, "event_facet");
--> statement-breakpoint
-- For writers that do not say the day: the version before, imports, tests. Runs after the trigger `own`, which finds the agent.
CREATE FUNCTION set_event_local_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."localDay" := (NEW."createdAt" AT TIME ZONE coalesce((SELECT "timeZone" FROM "profile" WHERE "userId" = NEW."userId"), 'Pacific/Auckland'))::date;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER set_local_day BEFORE INSERT ON "event" FOR EACH ROW WHEN (NEW."localDay" IS NULL) EXECUTE FUNCTION set_event_local_day();
--> statement-breakpoint
-- Filling in the day of an old event is no change of it.
DROP TRIGGER touch ON "event";
--> statement-breakpoint
CREATE TRIGGER touch BEFORE UPDATE ON "event" FOR EACH ROW WHEN (OLD."localDay" IS NOT DISTINCT FROM NEW."localDay") EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
-- The sums are written with the events, in the order of their key: consistent lock order prevents deadlocks.
CREATE OR REPLACE FUNCTION sum_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "event_day" ("userId", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
  SELECT added."userId", "facet", date_trunc("period", added."localDay"::timestamp)::date,
    CASE WHEN "ofListing" THEN added."listingId" END, added."event",
    event_facet_value("facet", added."fileId", added."device", added."os", added."browser", added."country", added."region", added."city", added."referrerHostname"),
    count(*), count(*) FILTER (WHERE CASE WHEN "ofListing" OR added."event" <> 'listing_view' THEN added."isUnique" ELSE added."isFirstToday" END),
    coalesce(sum(added."seconds"), 0), count(added."seconds")
  FROM added
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
-- A local day has one salt, whatever the time zone. Visitors of today who were counted under the default time zone are not counted again.
INSERT INTO "visitor_salt" ("day", "salt", "createdAt")
SELECT left("day", 10), "salt", "createdAt" FROM "visitor_salt" WHERE "day" LIKE '% Pacific/Auckland' ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The same index with the local day. Empty for now: the backfill makes it for one month after the other.
ALTER INDEX "event_by_listing" RENAME TO "event_by_listing_before";
--> statement-breakpoint
CREATE INDEX "event_by_listing" ON ONLY "event" USING btree ("listingId","createdAt","event","isUnique","country","region","city","referrerHostname","localDay");
--> statement-breakpoint
-- Called after the migrations (src/db/migrate.server.ts). Commits after every few thousand events, so that nobody waits for more than a moment;
-- when it is interrupted, the next start continues.
CREATE PROCEDURE backfill_event_local_days() LANGUAGE plpgsql AS $$
DECLARE
  "month" regclass;
  "page" bigint;
BEGIN
  FOR "month" IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '"event"'::regclass ORDER BY 1 LOOP
    FOR "page" IN SELECT generate_series(0, pg_relation_size("month") / current_setting('block_size')::bigint, 500) LOOP
      EXECUTE format(
        'UPDATE %s AS old SET "localDay" = (old."createdAt" AT TIME ZONE coalesce((SELECT "timeZone" FROM "event_backfill" WHERE "userId" = old."userId"), ''Pacific/Auckland''))::date
        WHERE old.ctid >= ''(%s,0)'' AND old.ctid < ''(%s,0)'' AND old."localDay" IS NULL', "month", "page", "page" + 500);
      COMMIT;
    END LOOP;
    IF NOT EXISTS (SELECT FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid WHERE inhparent = '"event_by_listing"'::regclass AND indrelid = "month") THEN
      EXECUTE format('CREATE INDEX %I ON %s ("listingId","createdAt","event","isUnique","country","region","city","referrerHostname","localDay")', "month" || '_by_listing', "month");
      EXECUTE format('ALTER INDEX "event_by_listing" ATTACH PARTITION %I', "month" || '_by_listing');
    END IF;
    COMMIT;
  END LOOP;
  DROP INDEX "event_by_listing_before";
  DROP TABLE "event_backfill";
  DROP PROCEDURE backfill_event_local_days();
END
$$;
