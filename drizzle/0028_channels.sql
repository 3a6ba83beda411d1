-- By which link of a listing visitors came, and what the address said of a campaign. Only events with a channel have sums by channel: "direct" is
-- the total without them. So nothing has to be filled in for events of before, nor for those that the version before still writes.
ALTER TABLE "event" ADD COLUMN "channelId" text;
--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "channelKind" text;
--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "utmSource" text;
--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "utmMedium" text;
--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "utmCampaign" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "channel_of_kind" ON "channel" USING btree ("listingId","kind") WHERE "channel"."kind" <> 'own';
--> statement-breakpoint
CREATE TABLE "event_day_listing_channel" PARTITION OF "event_day" FOR VALUES IN ('listing channel') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_channel" PARTITION OF "event_day" FOR VALUES IN ('channel') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_listing_campaign" PARTITION OF "event_day" FOR VALUES IN ('listing campaign') WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "event_day_campaign" PARTITION OF "event_day" FOR VALUES IN ('campaign') WITH (fillfactor = 70);
--> statement-breakpoint
-- The sums under which an event is counted (src/db/schema/events.ts).
CREATE OR REPLACE VIEW "event_facet" AS SELECT * FROM (VALUES
  ('listing', true, 'day', false, false, false, false),
  ('listing device', true, 'day', false, false, false, false),
  ('listing file', true, 'day', false, true, false, false),
  ('listing month', true, 'month', false, false, false, false),
  ('listing file month', true, 'month', false, true, false, false),
  ('listing place week', true, 'week', true, false, false, false),
  ('listing referrer week', true, 'week', true, false, false, false),
  ('total', false, 'day', false, false, false, false),
  ('device', false, 'day', false, false, false, false),
  ('place', false, 'day', false, false, false, false),
  ('place month', false, 'month', false, false, false, false),
  ('referrer', false, 'day', false, false, false, false),
  ('listing channel', true, 'day', false, false, true, false),
  ('channel', false, 'day', false, false, true, false),
  ('listing campaign', true, 'day', false, false, false, true),
  ('campaign', false, 'day', false, false, false, true)
) facets ("facet", "ofListing", "period", "onlyViews", "onlyFiles", "onlyChannels", "onlyCampaigns");
--> statement-breakpoint
-- What a facet knows of an event: as in 0009, and by which link and campaign the visitor came. The next version can drop the one with fewer arguments.
CREATE FUNCTION event_facet_value(facet text, file text, device text, os text, browser text, country text, region text, city text, referrer text, kind text, channel text, source text, medium text, campaign text)
RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN facet IN ('device', 'listing device') THEN ARRAY[coalesce(device, ''), coalesce(os, ''), coalesce(browser, '')]
    WHEN facet IN ('place', 'place month', 'listing place week') THEN ARRAY[coalesce(country, ''), coalesce(region, ''), coalesce(city, '')]
    WHEN facet IN ('referrer', 'listing referrer week') THEN ARRAY[coalesce(referrer, '')]
    WHEN facet IN ('listing file', 'listing file month') THEN ARRAY[file]
    WHEN facet = 'listing channel' THEN ARRAY[kind, channel]
    WHEN facet = 'channel' THEN ARRAY[kind, '']
    WHEN facet IN ('campaign', 'listing campaign') THEN ARRAY[coalesce(source, ''), coalesce(medium, ''), coalesce(campaign, '')]
    ELSE '{}'
  END
$$;
--> statement-breakpoint
-- As in 0023, with the new facets. The sums are written in the order of their key: consistent lock order prevents deadlocks.
CREATE OR REPLACE FUNCTION sum_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "event_day" ("userId", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
  SELECT "owner"."id", "facet", date_trunc("period", added."localDay"::timestamp)::date,
    CASE WHEN "ofListing" THEN added."listingId" END, added."event",
    event_facet_value("facet", added."fileId", added."device", added."os", added."browser", added."country", added."region", added."city", added."referrerHostname",
      added."channelKind", added."channelId", added."utmSource", added."utmMedium", added."utmCampaign"),
    count(*), count(*) FILTER (WHERE CASE WHEN "ofListing" OR added."event" <> 'listing_view' THEN added."isUnique" ELSE "owner"."isFirst" END),
    coalesce(sum(added."seconds"), 0), count(added."seconds")
  FROM added
  JOIN "event_facet" ON (NOT "onlyViews" OR added."event" = 'listing_view') AND (NOT "onlyFiles" OR added."fileId" IS NOT NULL)
    AND (NOT "onlyChannels" OR added."channelId" IS NOT NULL) AND (NOT "onlyCampaigns" OR coalesce(added."utmSource", added."utmMedium", added."utmCampaign") IS NOT NULL)
  LEFT JOIN "agency" ON "agency"."id" = added."agencyId" AND "agency"."sumsFrom" <= added."localDay" AND NOT "ofListing"
  CROSS JOIN LATERAL (VALUES
    (sum_owner(added."userId", added."agencyId"), added."isFirstToday"),
    ("agency"."id", added."isFirstInAgency")
  ) "owner" ("id", "isFirst")
  WHERE "owner"."id" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT "event_day_key" DO UPDATE SET
    "events" = "event_day"."events" + excluded."events", "uniques" = "event_day"."uniques" + excluded."uniques", "seconds" = "event_day"."seconds" + excluded."seconds", "timed" = "event_day"."timed" + excluded."timed";
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- As in 0025, with the new facets.
CREATE OR REPLACE FUNCTION move_listing_events(moved_id text, past timestamptz, batch_size integer) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  lead_agent text;
  listing_agency text;
  last_time timestamptz;
  "days" date[];
  "kept" record;
BEGIN
  SELECT "userId", "agencyId" INTO lead_agent, listing_agency FROM "listing" WHERE "id" = moved_id;
  SELECT "createdAt" INTO last_time FROM "event" WHERE "listingId" = moved_id AND "createdAt" > past ORDER BY "createdAt" OFFSET batch_size - 1 LIMIT 1;
  WITH former AS (
    SELECT "id", "createdAt", "userId" FROM "event"
    WHERE "listingId" = moved_id AND "createdAt" > past AND "createdAt" <= coalesce(last_time, 'infinity') AND "userId" <> lead_agent
    FOR UPDATE
  ), moved AS (
    UPDATE "event" SET "userId" = lead_agent, "agencyId" = listing_agency FROM former
    WHERE "event"."id" = former."id" AND "event"."createdAt" = former."createdAt"
    RETURNING "event".*, former."userId" AS "formerId"
  )
  INSERT INTO "event_day" ("userId", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
  SELECT "owner"."id", "facet", date_trunc("period", moved."localDay"::timestamp)::date,
    CASE WHEN "ofListing" THEN moved."listingId" END, moved."event",
    event_facet_value("facet", moved."fileId", moved."device", moved."os", moved."browser", moved."country", moved."region", moved."city", moved."referrerHostname",
      moved."channelKind", moved."channelId", moved."utmSource", moved."utmMedium", moved."utmCampaign"),
    sum("sign"),
    coalesce(sum("sign") FILTER (WHERE CASE WHEN "ofListing" OR moved."event" <> 'listing_view' THEN moved."isUnique" ELSE moved."isFirstToday" END), 0),
    coalesce(sum("sign" * moved."seconds"), 0), coalesce(sum("sign") FILTER (WHERE moved."seconds" IS NOT NULL), 0)
  FROM moved
  JOIN "event_facet" ON (NOT "onlyViews" OR moved."event" = 'listing_view') AND (NOT "onlyFiles" OR moved."fileId" IS NOT NULL)
    AND (NOT "onlyChannels" OR moved."channelId" IS NOT NULL) AND (NOT "onlyCampaigns" OR coalesce(moved."utmSource", moved."utmMedium", moved."utmCampaign") IS NOT NULL)
  CROSS JOIN LATERAL (VALUES (sum_owner(moved."formerId", listing_agency), -1), (sum_owner(lead_agent, listing_agency), 1)) "owner" ("id", "sign")
  GROUP BY 1, 2, 3, 4, 5, 6
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT "event_day_key" DO UPDATE SET
    "events" = "event_day"."events" + excluded."events", "uniques" = "event_day"."uniques" + excluded."uniques", "seconds" = "event_day"."seconds" + excluded."seconds", "timed" = "event_day"."timed" + excluded."timed";
  IF last_time IS NULL THEN
    -- Weeks and months are stored under their first day.
    SELECT array(SELECT generate_series(date_trunc('month', min("localDay")) - interval '6 days', max("localDay"), interval '1 day')::date) INTO "days"
    FROM "event" WHERE "listingId" = moved_id;
    FOR "kept" IN SELECT "facet", "ofListing", "fromOwner" FROM "event_facet", "listing_move" WHERE "listing_move"."listingId" = moved_id LOOP
      IF "kept"."ofListing" THEN
        DELETE FROM "event_day" WHERE "userId" = "kept"."fromOwner" AND "cut" = 0 AND "facet" = "kept"."facet" AND "day" = ANY ("days")
          AND "listingId" = moved_id AND "events" = 0;
      ELSE
        DELETE FROM "event_day" WHERE "userId" = "kept"."fromOwner" AND "cut" = 0 AND "facet" = "kept"."facet" AND "day" = ANY ("days")
          AND "listingId" IS NULL AND "events" = 0;
      END IF;
    END LOOP;
  END IF;
  RETURN last_time;
END
$$;
