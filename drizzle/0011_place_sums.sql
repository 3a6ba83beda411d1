-- One place or one referrer over all listings: what was opened there and who got in touch is summed up as well, not only looks.
-- Days that are being cut anew are waited for: they are made by the facets as they were.
SELECT pg_advisory_xact_lock(hashtextextended("userId", 7250004)) FROM "profile" WHERE "daysTimeZone" IS NOT NULL OR "lateTimeZone" IS NOT NULL;
--> statement-breakpoint
-- Whoever writes an event waits: it is summed up either here or by the trigger.
LOCK TABLE "event" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE OR REPLACE VIEW "event_facet" AS SELECT * FROM (VALUES
  ('listing', true, 'day', false, false),
  ('listing device', true, 'day', false, false),
  ('listing file', true, 'day', false, true),
  ('listing month', true, 'month', false, false),
  ('listing file month', true, 'month', false, true),
  ('listing place week', true, 'week', true, false),
  ('listing referrer week', true, 'week', true, false),
  ('device', false, 'day', false, false),
  ('place', false, 'day', false, false),
  ('referrer', false, 'day', false, false)
) facets ("facet", "ofListing", "period", "onlyViews", "onlyFiles");
--> statement-breakpoint
INSERT INTO "event_day" ("userId", "cut", "facet", "day", "event", "value", "events", "uniques", "seconds", "timed")
SELECT "event"."userId", coalesce("daysCut", 0), "facet",
  ("event"."createdAt" AT TIME ZONE coalesce("daysTimeZone", "timeZone", 'Pacific/Auckland'))::date, "event"."event",
  event_facet_value("facet", "fileId", "device", "os", "browser", "country", "region", "city", "referrerHostname"),
  count(*), count(*) FILTER (WHERE "isUnique"), coalesce(sum("seconds"), 0), count("seconds")
FROM "event" LEFT JOIN "profile" ON "profile"."userId" = "event"."userId" CROSS JOIN (VALUES ('place'), ('referrer')) "wider" ("facet")
WHERE "event"."userId" IS NOT NULL AND "event"."event" <> 'listing_view'
GROUP BY 1, 2, 3, 4, 5, 6;
