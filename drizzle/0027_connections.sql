-- Keys, webhooks, imports from CRMs, documents by email and links by channel. By which link of a listing visitors came: only events with a channel
-- have sums by channel, and "direct" is the total without them. So nothing has to be filled in for events of before, nor for those that the version
-- before still writes.
CREATE TABLE "api_key" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"userId" text NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"tokenHash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"expiresAt" timestamp with time zone,
	"lastUsedAt" timestamp with time zone,
	"revokedAt" timestamp with time zone,
	CONSTRAINT "api_key_tokenHash_unique" UNIQUE("tokenHash")
);
--> statement-breakpoint
CREATE TABLE "repeatable_request" (
	"apiKeyId" text NOT NULL,
	"key" text NOT NULL,
	"requestHash" text NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repeatable_request_apiKeyId_key_pk" PRIMARY KEY("apiKeyId","key")
);
--> statement-breakpoint
CREATE TABLE "channel" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"listingId" text NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"archivedAt" timestamp with time zone,
	CONSTRAINT "channel_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "feed_listing" (
	"agencyId" text NOT NULL,
	"uniqueId" text NOT NULL,
	"listingId" text NOT NULL,
	"sent" jsonb NOT NULL,
	"changedAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feed_listing_agencyId_uniqueId_pk" PRIMARY KEY("agencyId","uniqueId")
);
--> statement-breakpoint
CREATE TABLE "feed_photo" (
	"listingId" text NOT NULL,
	"photoId" text NOT NULL,
	"source" text NOT NULL,
	"fileId" text,
	CONSTRAINT "feed_photo_listingId_photoId_pk" PRIMARY KEY("listingId","photoId")
);
--> statement-breakpoint
CREATE TABLE "feed_run" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"userId" text NOT NULL,
	"apiKeyId" text,
	"name" text NOT NULL,
	"path" text,
	"size" bigint NOT NULL,
	"sha256" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"report" jsonb,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"startedAt" timestamp with time zone,
	"finishedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "inbound_document" (
	"id" text PRIMARY KEY NOT NULL,
	"emailId" text NOT NULL,
	"path" text NOT NULL,
	"originalName" text NOT NULL,
	"name" text NOT NULL,
	"kind" text,
	"contentType" text NOT NULL,
	"size" bigint NOT NULL,
	"fileId" text,
	"refusedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "inbound_email" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"listingId" text NOT NULL,
	"messageHash" text NOT NULL,
	"sender" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"memberId" text,
	"receivedAt" timestamp with time zone DEFAULT now() NOT NULL,
	"decidedAt" timestamp with time zone,
	"decidedById" text,
	CONSTRAINT "inbound_email_once" UNIQUE("listingId","messageHash")
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"messageId" text NOT NULL,
	"endpointId" text NOT NULL,
	"objectId" text NOT NULL,
	"sequence" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"nextAttemptAt" timestamp with time zone DEFAULT now(),
	"deliveredAt" timestamp with time zone,
	"lastAttemptAt" timestamp with time zone,
	"lastStatus" integer,
	"lastResponse" text,
	CONSTRAINT "webhook_delivery_once" UNIQUE("messageId","endpointId")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"userId" text NOT NULL,
	"url" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"types" text[] DEFAULT '{}' NOT NULL,
	"secret" text NOT NULL,
	"previousSecret" text,
	"previousSecretUntil" timestamp with time zone,
	"failingSince" timestamp with time zone,
	"disabledAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_message" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"type" text NOT NULL,
	"objectId" text NOT NULL,
	"sequence" bigserial NOT NULL,
	"body" jsonb NOT NULL,
	"createdAt" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "embedSites" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "leadForwards" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "channelId" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "channelKind" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "utmSource" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "utmMedium" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "utmCampaign" text;--> statement-breakpoint
-- Empty for now: the backfill of the migration before makes them for one month after the other.
CREATE INDEX "event_views" ON ONLY "event" USING btree ("agencyId","device","referrerHostname","country","region","city","os","browser","createdAt","localDay","isFirstInAgency","isFirstToday","channelKind","channelId","utmSource","utmMedium","utmCampaign") WHERE "event"."event" = 'listing_view';--> statement-breakpoint
CREATE INDEX "event_leads_and_files" ON ONLY "event" USING btree ("agencyId","event","createdAt","localDay","leadId","fileId","device","os","browser","country","region","city","referrerHostname","channelKind","channelId","utmSource","utmMedium","utmCampaign") WHERE "event"."event" in ('lead_created', 'file_view', 'file_download');--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "channelId" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "emailCode" text;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "repeatable_request" ADD CONSTRAINT "repeatable_request_apiKeyId_api_key_id_fk" FOREIGN KEY ("apiKeyId") REFERENCES "public"."api_key"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feed_listing" ADD CONSTRAINT "feed_listing_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feed_listing" ADD CONSTRAINT "feed_listing_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feed_photo" ADD CONSTRAINT "feed_photo_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feed_run" ADD CONSTRAINT "feed_run_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feed_run" ADD CONSTRAINT "feed_run_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feed_run" ADD CONSTRAINT "feed_run_apiKeyId_api_key_id_fk" FOREIGN KEY ("apiKeyId") REFERENCES "public"."api_key"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_document" ADD CONSTRAINT "inbound_document_emailId_inbound_email_id_fk" FOREIGN KEY ("emailId") REFERENCES "public"."inbound_email"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_document" ADD CONSTRAINT "inbound_document_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_memberId_user_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_decidedById_user_id_fk" FOREIGN KEY ("decidedById") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_messageId_webhook_message_id_fk" FOREIGN KEY ("messageId") REFERENCES "public"."webhook_message"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpointId_webhook_endpoint_id_fk" FOREIGN KEY ("endpointId") REFERENCES "public"."webhook_endpoint"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_message" ADD CONSTRAINT "webhook_message_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "api_key_by_agency" ON "api_key" USING btree ("agencyId");--> statement-breakpoint
CREATE INDEX "api_key_by_user" ON "api_key" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "repeatable_request_by_age" ON "repeatable_request" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "channel_by_listing" ON "channel" USING btree ("listingId");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_of_kind" ON "channel" USING btree ("listingId","kind") WHERE "channel"."kind" <> 'own';--> statement-breakpoint
CREATE INDEX "feed_listing_by_listing" ON "feed_listing" USING btree ("listingId");--> statement-breakpoint
CREATE INDEX "feed_run_by_agency" ON "feed_run" USING btree ("agencyId","createdAt");--> statement-breakpoint
CREATE INDEX "inbound_document_by_email" ON "inbound_document" USING btree ("emailId");--> statement-breakpoint
CREATE INDEX "inbound_document_by_file" ON "inbound_document" USING btree ("fileId") WHERE "inbound_document"."fileId" is not null;--> statement-breakpoint
CREATE INDEX "inbound_email_by_agency" ON "inbound_email" USING btree ("agencyId","receivedAt");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("nextAttemptAt") WHERE "webhook_delivery"."nextAttemptAt" is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_in_order" ON "webhook_delivery" USING btree ("endpointId","objectId","sequence") WHERE "webhook_delivery"."nextAttemptAt" is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("endpointId","sequence");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_by_agency" ON "webhook_endpoint" USING btree ("agencyId");--> statement-breakpoint
CREATE INDEX "webhook_message_by_agency" ON "webhook_message" USING btree ("agencyId","sequence");--> statement-breakpoint
CREATE INDEX "webhook_message_by_object" ON "webhook_message" USING btree ("objectId");--> statement-breakpoint
CREATE INDEX "webhook_message_by_age" ON "webhook_message" USING btree ("createdAt");--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_channelId_channel_id_fk" FOREIGN KEY ("channelId") REFERENCES "public"."channel"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "lead_by_channel" ON "lead" USING btree ("channelId") WHERE "lead"."channelId" is not null;--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_emailCode_unique" UNIQUE("emailCode");
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
