ALTER TABLE "event_day" DROP CONSTRAINT "event_day_key";--> statement-breakpoint
ALTER TABLE "event_day" ADD COLUMN "cut" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "daysTimeZone" text;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "daysCut" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "lateTimeZone" text;--> statement-breakpoint
ALTER TABLE "event_day" ADD CONSTRAINT "event_day_key" UNIQUE NULLS NOT DISTINCT("userId","cut","facet","day","listingId","event","value");
--> statement-breakpoint
CREATE INDEX "event_by_city" ON "event" USING btree ("userId","city","createdAt") WHERE "event"."city" is not null;
--> statement-breakpoint
-- A listing's places and referrers by week: fewer days around them are left to be counted one by one.
DROP TABLE "event_day_listing_place_month";
--> statement-breakpoint
DROP TABLE "event_day_listing_referrer_month";
--> statement-breakpoint
CREATE TABLE "event_day_listing_place_week" PARTITION OF "event_day" FOR VALUES IN ('listing place week') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_referrer_week" PARTITION OF "event_day" FOR VALUES IN ('listing referrer week') WITH (fillfactor = 70);
--> statement-breakpoint
DROP VIEW "event_facet";
--> statement-breakpoint
-- The sums under which an event is counted (src/db/schema/eventDay.ts).
CREATE VIEW "event_facet" AS SELECT * FROM (VALUES
  ('listing', true, 'day', false, false),
  ('listing device', true, 'day', false, false),
  ('listing file', true, 'day', false, true),
  ('listing month', true, 'month', false, false),
  ('listing file month', true, 'month', false, true),
  ('listing place week', true, 'week', true, false),
  ('listing referrer week', true, 'week', true, false),
  ('device', false, 'day', false, false),
  ('place', false, 'day', true, false),
  ('referrer', false, 'day', true, false)
) facets ("facet", "ofListing", "period", "onlyViews", "onlyFiles");
--> statement-breakpoint
-- What a facet knows of an event.
CREATE OR REPLACE FUNCTION event_facet_value(facet text, file text, device text, os text, browser text, country text, region text, city text, referrer text)
RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN facet IN ('device', 'listing device') THEN ARRAY[coalesce(device, ''), coalesce(os, ''), coalesce(browser, '')]
    WHEN facet IN ('place', 'listing place week') THEN ARRAY[coalesce(country, ''), coalesce(region, ''), coalesce(city, '')]
    WHEN facet IN ('referrer', 'listing referrer week') THEN ARRAY[coalesce(referrer, '')]
    WHEN facet IN ('listing file', 'listing file month') THEN ARRAY[file]
    ELSE '{}'
  END
$$;
--> statement-breakpoint
-- As before, and a second time for the time zone in which days are being cut anew: under a number of their own, until the new sums are
-- whole and take them in.
CREATE OR REPLACE FUNCTION sum_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended("userId", 7250003)) FROM (SELECT DISTINCT "userId" FROM added WHERE "userId" IS NOT NULL ORDER BY 1) agents;
  INSERT INTO "event_day" ("userId", "cut", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
  SELECT added."userId", "cuts"."cut", "facet",
    date_trunc("period", added."createdAt" AT TIME ZONE "zone")::date,
    CASE WHEN "ofListing" THEN added."listingId" END, added."event",
    event_facet_value("facet", added."fileId", added."device", added."os", added."browser", added."country", added."region", added."city", added."referrerHostname"),
    count(*), count(*) FILTER (WHERE CASE WHEN "ofListing" OR added."event" <> 'listing_view' THEN added."isUnique" ELSE added."isFirstToday" END),
    coalesce(sum(added."seconds"), 0), count(added."seconds")
  FROM added
  LEFT JOIN "profile" ON "profile"."userId" = added."userId"
  CROSS JOIN LATERAL (VALUES
    (coalesce("profile"."daysCut", 0), coalesce("profile"."daysTimeZone", "profile"."timeZone", 'Pacific/Auckland')),
    ("profile"."daysCut" + 2, "profile"."lateTimeZone")
  ) "cuts" ("cut", "zone")
  JOIN "event_facet" ON (NOT "onlyViews" OR added."event" = 'listing_view') AND (NOT "onlyFiles" OR added."fileId" IS NOT NULL)
  WHERE added."userId" IS NOT NULL AND "zone" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT ON CONSTRAINT "event_day_key" DO UPDATE SET
    "events" = "event_day"."events" + excluded."events", "uniques" = "event_day"."uniques" + excluded."uniques", "seconds" = "event_day"."seconds" + excluded."seconds", "timed" = "event_day"."timed" + excluded."timed";
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP FUNCTION recut_event_days(text);
--> statement-breakpoint
-- One facet of an agent's sums from the events themselves, under a new number, in the order in which they would have been written.
CREATE FUNCTION cut_event_facet(agent text, zone text, cut integer, facet "event_facet") RETURNS void LANGUAGE plpgsql SET work_mem = '128MB' AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO "event_day" ("userId", "cut", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
    SELECT $1, $3, %1$L, date_trunc(%2$L, "createdAt" AT TIME ZONE $2)::date, %3$s, "event",
      event_facet_value(%1$L, "fileId", "device", "os", "browser", "country", "region", "city", "referrerHostname"),
      count(*), count(*) FILTER (WHERE %4$s), coalesce(sum("seconds"), 0), count("seconds")
    FROM "event" WHERE "userId" = $1 AND %5$s GROUP BY 4, 5, 6, 7 ORDER BY 4',
    facet."facet",
    facet."period",
    CASE WHEN facet."ofListing" THEN '"listingId"' ELSE 'NULL::text' END,
    CASE WHEN facet."ofListing" THEN '"isUnique"' ELSE 'CASE WHEN "event" = ''listing_view'' THEN "isFirstToday" ELSE "isUnique" END' END,
    CASE WHEN facet."onlyViews" THEN '"event" = ''listing_view''' WHEN facet."onlyFiles" THEN '"fileId" IS NOT NULL' ELSE 'true' END
  ) USING agent, zone, cut;
END
$$;
--> statement-breakpoint
SELECT cut_event_facet("userId", coalesce("timeZone", 'Pacific/Auckland'), 0, "event_facet")
FROM (SELECT DISTINCT "userId" FROM "event_day") "agents" LEFT JOIN "profile" USING ("userId"), "event_facet" WHERE "period" = 'week';
