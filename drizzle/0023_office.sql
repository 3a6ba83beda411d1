-- Figures of an agency: events know their agency, sums are also stored for an agency as a whole, and what was counted for a listing goes with it to
-- its next lead agent. Old events get their agency afterwards, in small steps (`backfill_event_agencies` below).
CREATE TABLE "listing_move" (
	"listingId" text NOT NULL,
	"fromOwner" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_move_listingId_fromOwner_pk" PRIMARY KEY("listingId","fromOwner")
);
--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "sumsFrom" date;
--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "agencyId" text;
--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "isFirstInAgency" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "firstReplyAt" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "createdOn" date;
--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "firstOpenedAt" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "listing_move" ADD CONSTRAINT "listing_move_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
-- Empty for now: the backfill makes it for one month after the other.
CREATE INDEX "event_by_agency" ON ONLY "event" USING btree ("agencyId","createdAt");
--> statement-breakpoint
CREATE INDEX "lead_by_reply" ON "lead" USING btree ("agencyId","createdOn","userId","createdAt","firstReplyAt") WHERE "lead"."firstReplyAt" is not null and "lead"."source" = 'form';
--> statement-breakpoint
CREATE INDEX "lead_readers" ON "lead" USING btree ("agencyId","createdOn","userId","listingId") WHERE "lead"."firstOpenedAt" is not null;
--> statement-breakpoint
-- Two days ahead: no event of such a local day has arrived anywhere on earth, so the sums of the agency are complete from the first day on.
UPDATE "agency" SET "sumsFrom" = (now() AT TIME ZONE 'UTC')::date + 2 WHERE (SELECT count(*) FROM "member" WHERE "member"."agencyId" = "agency"."id") > 1;
--> statement-breakpoint
CREATE FUNCTION begin_agency_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "agency" SET "sumsFrom" = (now() AT TIME ZONE 'UTC')::date + 2 WHERE "id" = NEW."agencyId" AND "sumsFrom" IS NULL
    AND EXISTS (SELECT FROM "member" WHERE "member"."agencyId" = NEW."agencyId" AND "member"."userId" <> NEW."userId");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER begin_agency_sums AFTER INSERT ON "member" FOR EACH ROW EXECUTE FUNCTION begin_agency_sums();
--> statement-breakpoint
-- The first reply to a buyer is the first change of the status. A change that is undone at once was none.
CREATE FUNCTION note_first_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."status" <> 'new' THEN
    NEW."firstReplyAt" := coalesce(NEW."firstReplyAt", now());
  ELSIF NEW."firstReplyAt" > now() - interval '1 minute' THEN
    NEW."firstReplyAt" := NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_first_reply BEFORE UPDATE OF "status" ON "lead" FOR EACH ROW WHEN (OLD."status" <> NEW."status") EXECUTE FUNCTION note_first_reply();
--> statement-breakpoint
-- As in 0017, and notes on which day a lead counts and when they first opened a document. Noting it is no change of the lead.
CREATE OR REPLACE FUNCTION see_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "lead" SET "lastSeenAt" = NEW."createdAt", "isHeatDue" = true WHERE "id" = NEW."leadId" AND "lastSeenAt" < NEW."createdAt";
  IF NEW."event" = 'lead_created' THEN
    UPDATE "lead" SET "createdOn" = NEW."localDay", "updatedAt" = "updatedAt" + interval '1 microsecond' WHERE "id" = NEW."leadId";
  ELSIF NEW."event" = 'file_view' THEN
    UPDATE "lead" SET "firstOpenedAt" = NEW."createdAt", "updatedAt" = "updatedAt" + interval '1 microsecond' WHERE "id" = NEW."leadId" AND "firstOpenedAt" IS NULL;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- For writers that do not name them: the version before, imports, tests.
CREATE OR REPLACE FUNCTION own_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(NEW."userId", "userId"), "agencyId" INTO NEW."userId", NEW."agencyId" FROM "listing" WHERE "id" = NEW."listingId";
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER own BEFORE INSERT ON "event" FOR EACH ROW WHEN ((NEW."userId" IS NULL OR NEW."agencyId" IS NULL) AND NEW."listingId" IS NOT NULL) EXECUTE FUNCTION own_event();
--> statement-breakpoint
-- Filling in the day or the agency of an old event, or handing it over, is no change of it.
CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON "event" FOR EACH ROW WHEN (OLD."localDay" IS NOT DISTINCT FROM NEW."localDay" AND OLD."agencyId" IS NOT DISTINCT FROM NEW."agencyId" AND OLD."userId" IS NOT DISTINCT FROM NEW."userId") EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
-- Whose sums an event is in (`sumOwner` in src/platform/events/eventSums.server.ts). Someone who works in several agencies has sums in each: under
-- their own id in the agency that was made for them, which is where all sums are that were stored before.
CREATE FUNCTION sum_owner(user_id text, agency_id text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN substr(agency_id, 6) <> substr(user_id, 5) THEN user_id || ' ' || agency_id ELSE user_id END
$$;
--> statement-breakpoint
-- The sums are written with the events, in the order of their key: consistent lock order prevents deadlocks.
CREATE OR REPLACE FUNCTION sum_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "event_day" ("userId", "facet", "day", "listingId", "event", "value", "events", "uniques", "seconds", "timed")
  SELECT "owner"."id", "facet", date_trunc("period", added."localDay"::timestamp)::date,
    CASE WHEN "ofListing" THEN added."listingId" END, added."event",
    event_facet_value("facet", added."fileId", added."device", added."os", added."browser", added."country", added."region", added."city", added."referrerHostname"),
    count(*), count(*) FILTER (WHERE CASE WHEN "ofListing" OR added."event" <> 'listing_view' THEN added."isUnique" ELSE "owner"."isFirst" END),
    coalesce(sum(added."seconds"), 0), count(added."seconds")
  FROM added
  JOIN "event_facet" ON (NOT "onlyViews" OR added."event" = 'listing_view') AND (NOT "onlyFiles" OR added."fileId" IS NOT NULL)
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
-- As in 0021, and notes whose events and sums have to follow. They can be many, so a job moves them.
CREATE OR REPLACE FUNCTION hand_over_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "lead" SET "userId" = NEW."userId" WHERE "listingId" = NEW."id";
  UPDATE "file" SET "userId" = NEW."userId" WHERE "listingId" = NEW."id";
  UPDATE "notification" SET "userId" = NEW."userId" WHERE "listingId" = NEW."id" AND "userId" = OLD."userId";
  DELETE FROM "co_agent" WHERE "listingId" = NEW."id" AND "userId" = NEW."userId";
  INSERT INTO "listing_move" ("listingId", "fromOwner") VALUES (NEW."id", sum_owner(OLD."userId", NEW."agencyId"))
    ON CONFLICT ("listingId", "fromOwner") DO UPDATE SET "createdAt" = now();
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Gives events of a listing to its lead agent, with what they add to the sums, so that sums over all agents are the same before and after. Looks at
-- `batch_size` events later than `past`, and returns the time of the last one, or null at the end.
CREATE FUNCTION move_listing_events(moved_id text, past timestamptz, batch_size integer) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  lead_agent text;
  listing_agency text;
  last_time timestamptz;
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
    DELETE FROM "event_day" WHERE "cut" = 0 AND "events" = 0 AND "userId" IN (SELECT "fromOwner" FROM "listing_move" WHERE "listing_move"."listingId" = moved_id);
  END IF;
  RETURN last_time;
END
$$;
--> statement-breakpoint
-- Called after the migrations (src/db/migrate.server.ts). Commits after every few thousand events, so that nobody waits for more than a moment;
-- when it is interrupted, the next start continues.
CREATE PROCEDURE backfill_event_agencies() LANGUAGE plpgsql AS $$
DECLARE
  "month" regclass;
  "page" bigint;
BEGIN
  FOR "month" IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '"event"'::regclass ORDER BY 1 LOOP
    FOR "page" IN SELECT generate_series(0, pg_relation_size("month") / current_setting('block_size')::bigint, 500) LOOP
      EXECUTE format(
        'UPDATE %s AS old SET "agencyId" = "listing"."agencyId" FROM "listing"
        WHERE "listing"."id" = old."listingId" AND old.ctid >= ''(%s,0)'' AND old.ctid < ''(%s,0)'' AND old."agencyId" IS NULL', "month", "page", "page" + 500);
      COMMIT;
    END LOOP;
    IF NOT EXISTS (SELECT FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid WHERE inhparent = '"event_by_agency"'::regclass AND indrelid = "month") THEN
      EXECUTE format('CREATE INDEX %I ON %s ("agencyId","createdAt")', "month" || '_by_agency', "month");
      EXECUTE format('ALTER INDEX "event_by_agency" ATTACH PARTITION %I', "month" || '_by_agency');
    END IF;
    COMMIT;
  END LOOP;
  DROP PROCEDURE backfill_event_agencies();
END
$$;
--> statement-breakpoint
-- The same for leads of before.
CREATE PROCEDURE backfill_lead_readers() LANGUAGE plpgsql AS $$
DECLARE
  "page" bigint;
BEGIN
  FOR "page" IN SELECT generate_series(0, pg_relation_size('"lead"') / current_setting('block_size')::bigint, 100) LOOP
    UPDATE "lead" AS old SET "createdOn" = coalesce(old."createdOn", "created"."day"), "firstOpenedAt" = coalesce(old."firstOpenedAt", "opened"."at"),
      "updatedAt" = old."updatedAt" + interval '1 microsecond'
    FROM "lead"
    LEFT JOIN LATERAL (SELECT min("localDay") AS "day" FROM "event" WHERE "event"."leadId" = "lead"."id" AND "event"."event" = 'lead_created') "created" ON true
    LEFT JOIN LATERAL (SELECT min("createdAt") AS "at" FROM "event" WHERE "event"."leadId" = "lead"."id" AND "event"."event" = 'file_view') "opened" ON true
    WHERE old."id" = "lead"."id" AND "lead".ctid >= format('(%s,0)', "page")::tid AND "lead".ctid < format('(%s,0)', "page" + 100)::tid
      AND "lead"."createdOn" IS NULL AND ("created"."day" IS NOT NULL OR "opened"."at" IS NOT NULL);
    COMMIT;
  END LOOP;
  DROP PROCEDURE backfill_lead_readers();
END
$$;
