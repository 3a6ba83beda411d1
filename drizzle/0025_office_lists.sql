-- The lists of a large agency in each order and its counts, without reading all of it. For more than some 100,000 rows, create them before the upgrade with
-- `concurrently` (docs/operations.md), so that no writer waits.
-- In the order in which commands write: leads and files before the log.
CREATE INDEX IF NOT EXISTS "lead_by_status" ON "lead" USING btree ("agencyId","status","archivedAt","nextActionAt","userId","listingId");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_creation" ON "file" USING btree ("agencyId","createdAt","id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_name" ON "file" USING btree ("agencyId",lower("name"),"id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_size" ON "file" USING btree ("agencyId","size","id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_of_account" ON "audit" USING btree ("userId","at","id") WHERE "audit"."agencyId" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_of_members" ON "audit" USING btree ("agencyId","at") WHERE "audit"."action" in ('member_joined', 'member_removed', 'member_left');
--> statement-breakpoint
-- As in 0023, and looks for sums that are empty now only where they can be, by day and listing: a busy agent has millions of others.
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
    event_facet_value("facet", moved."fileId", moved."device", moved."os", moved."browser", moved."country", moved."region", moved."city", moved."referrerHostname"),
    sum("sign"),
    coalesce(sum("sign") FILTER (WHERE CASE WHEN "ofListing" OR moved."event" <> 'listing_view' THEN moved."isUnique" ELSE moved."isFirstToday" END), 0),
    coalesce(sum("sign" * moved."seconds"), 0), coalesce(sum("sign") FILTER (WHERE moved."seconds" IS NOT NULL), 0)
  FROM moved
  JOIN "event_facet" ON (NOT "onlyViews" OR moved."event" = 'listing_view') AND (NOT "onlyFiles" OR moved."fileId" IS NOT NULL)
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
