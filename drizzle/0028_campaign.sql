CREATE TABLE "calendar_link" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"userId" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"lastReadAt" timestamp with time zone,
	"revokedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "buyer_message" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"listingId" text NOT NULL,
	"userId" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"audience" jsonb NOT NULL,
	"calendarEntry" text,
	"creationKey" text NOT NULL,
	"sendAt" timestamp with time zone NOT NULL,
	"startedAt" timestamp with time zone,
	"finishedAt" timestamp with time zone,
	"cancelledAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_recipient" (
	"messageId" text NOT NULL,
	"leadId" text NOT NULL,
	"agencyId" text NOT NULL,
	"excludedFor" text,
	"queuedAt" timestamp with time zone,
	"acceptedAt" timestamp with time zone,
	"openedAt" timestamp with time zone,
	"bouncedAt" timestamp with time zone,
	"bounce" text,
	"unsubscribedAt" timestamp with time zone,
	CONSTRAINT "message_recipient_messageId_leadId_pk" PRIMARY KEY("messageId","leadId")
);
--> statement-breakpoint
CREATE TABLE "silenced_address" (
	"agencyId" text NOT NULL,
	"email" text NOT NULL,
	"unsubscribedAt" timestamp with time zone,
	"bouncedAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "silenced_address_agencyId_email_pk" PRIMARY KEY("agencyId","email")
);
--> statement-breakpoint
CREATE TABLE "check_in" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"listingId" text NOT NULL,
	"openHomeId" text NOT NULL,
	"leadId" text,
	"visitors" integer DEFAULT 1 NOT NULL,
	"source" text NOT NULL,
	"deviceId" text,
	"arrivedAt" timestamp with time zone NOT NULL,
	"receivedAt" timestamp with time zone DEFAULT now() NOT NULL,
	"consent" text DEFAULT '' NOT NULL,
	"fingerprint" text DEFAULT '' NOT NULL,
	"linkSentAt" timestamp with time zone,
	"removedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "door_device" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"listingId" text NOT NULL,
	"openHomeId" text NOT NULL,
	"userId" text NOT NULL,
	"tokenHash" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"lastSyncedAt" timestamp with time zone,
	"waiting" integer DEFAULT 0 NOT NULL,
	"endedAt" timestamp with time zone,
	"revokedAt" timestamp with time zone,
	CONSTRAINT "door_device_tokenHash_unique" UNIQUE("tokenHash")
);
--> statement-breakpoint
CREATE TABLE "vendor_link" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"listingId" text NOT NULL,
	"userId" text NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"revokedAt" timestamp with time zone,
	"firstOpenedAt" timestamp with time zone,
	"lastOpenedAt" timestamp with time zone,
	"opens" integer DEFAULT 0 NOT NULL,
	"unsubscribedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vendor_report" (
	"listingId" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"wordsAt" timestamp with time zone,
	"weekday" integer DEFAULT 5 NOT NULL,
	"minuteOfDay" integer DEFAULT 960 NOT NULL,
	"nextEmailAt" timestamp with time zone,
	"skippedOn" date,
	"lastDueOn" date,
	"finalEmailAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_report_email" (
	"linkId" text NOT NULL,
	"dueOn" date NOT NULL,
	"sentAt" timestamp with time zone DEFAULT now() NOT NULL,
	"openedAt" timestamp with time zone,
	CONSTRAINT "vendor_report_email_linkId_dueOn_pk" PRIMARY KEY("linkId","dueOn")
);
--> statement-breakpoint
ALTER TABLE "open_home" ADD COLUMN "reportedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calendar_link" ADD CONSTRAINT "calendar_link_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "calendar_link" ADD CONSTRAINT "calendar_link_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "buyer_message" ADD CONSTRAINT "buyer_message_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "buyer_message" ADD CONSTRAINT "buyer_message_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "buyer_message" ADD CONSTRAINT "buyer_message_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "message_recipient" ADD CONSTRAINT "message_recipient_messageId_buyer_message_id_fk" FOREIGN KEY ("messageId") REFERENCES "public"."buyer_message"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "message_recipient" ADD CONSTRAINT "message_recipient_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "message_recipient" ADD CONSTRAINT "message_recipient_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "silenced_address" ADD CONSTRAINT "silenced_address_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_openHomeId_open_home_id_fk" FOREIGN KEY ("openHomeId") REFERENCES "public"."open_home"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_deviceId_door_device_id_fk" FOREIGN KEY ("deviceId") REFERENCES "public"."door_device"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "door_device" ADD CONSTRAINT "door_device_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "door_device" ADD CONSTRAINT "door_device_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "door_device" ADD CONSTRAINT "door_device_openHomeId_open_home_id_fk" FOREIGN KEY ("openHomeId") REFERENCES "public"."open_home"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "door_device" ADD CONSTRAINT "door_device_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "vendor_link" ADD CONSTRAINT "vendor_link_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "vendor_link" ADD CONSTRAINT "vendor_link_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "vendor_link" ADD CONSTRAINT "vendor_link_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "vendor_report" ADD CONSTRAINT "vendor_report_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "vendor_report" ADD CONSTRAINT "vendor_report_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "vendor_report_email" ADD CONSTRAINT "vendor_report_email_linkId_vendor_link_id_fk" FOREIGN KEY ("linkId") REFERENCES "public"."vendor_link"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_link_in_use" ON "calendar_link" USING btree ("agencyId","userId") WHERE "calendar_link"."revokedAt" is null;--> statement-breakpoint
CREATE INDEX "calendar_link_by_user" ON "calendar_link" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "buyer_message_by_listing" ON "buyer_message" USING btree ("listingId","createdAt");--> statement-breakpoint
CREATE INDEX "buyer_message_by_agency" ON "buyer_message" USING btree ("agencyId","createdAt");--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_message_once" ON "buyer_message" USING btree ("userId","creationKey");--> statement-breakpoint
CREATE INDEX "buyer_message_open" ON "buyer_message" USING btree ("sendAt") WHERE "buyer_message"."finishedAt" is null and "buyer_message"."cancelledAt" is null;--> statement-breakpoint
CREATE INDEX "message_recipient_by_lead" ON "message_recipient" USING btree ("leadId");--> statement-breakpoint
CREATE INDEX "message_recipient_waiting" ON "message_recipient" USING btree ("messageId") WHERE "message_recipient"."queuedAt" is null and "message_recipient"."excludedFor" is null;--> statement-breakpoint
CREATE INDEX "message_recipient_by_agency" ON "message_recipient" USING btree ("agencyId","queuedAt") WHERE "message_recipient"."queuedAt" is not null;--> statement-breakpoint
CREATE INDEX "message_recipient_by_time" ON "message_recipient" USING btree ("queuedAt") WHERE "message_recipient"."queuedAt" is not null;--> statement-breakpoint
CREATE INDEX "message_recipient_on_its_way" ON "message_recipient" USING btree ("queuedAt") WHERE "message_recipient"."queuedAt" is not null and "message_recipient"."acceptedAt" is null and "message_recipient"."bouncedAt" is null and "message_recipient"."excludedFor" is null;--> statement-breakpoint
CREATE INDEX "silenced_address_bounced" ON "silenced_address" USING btree ("bouncedAt") WHERE "silenced_address"."unsubscribedAt" is null;--> statement-breakpoint
CREATE INDEX "check_in_by_open_home" ON "check_in" USING btree ("openHomeId","arrivedAt");--> statement-breakpoint
CREATE INDEX "check_in_by_listing" ON "check_in" USING btree ("listingId","arrivedAt");--> statement-breakpoint
CREATE INDEX "check_in_by_lead" ON "check_in" USING btree ("leadId") WHERE "check_in"."leadId" is not null;--> statement-breakpoint
CREATE INDEX "check_in_by_device" ON "check_in" USING btree ("deviceId") WHERE "check_in"."deviceId" is not null;--> statement-breakpoint
CREATE INDEX "door_device_by_open_home" ON "door_device" USING btree ("openHomeId");--> statement-breakpoint
CREATE INDEX "door_device_by_listing" ON "door_device" USING btree ("listingId");--> statement-breakpoint
CREATE INDEX "vendor_link_by_listing" ON "vendor_link" USING btree ("listingId","createdAt");--> statement-breakpoint
CREATE INDEX "vendor_link_by_agency" ON "vendor_link" USING btree ("agencyId") WHERE "vendor_link"."revokedAt" is null;--> statement-breakpoint
CREATE INDEX "vendor_report_by_agency" ON "vendor_report" USING btree ("agencyId");--> statement-breakpoint
CREATE INDEX "vendor_report_due" ON "vendor_report" USING btree ("nextEmailAt") WHERE "vendor_report"."nextEmailAt" is not null;--> statement-breakpoint
CREATE INDEX "lead_next_action_of_agency" ON "lead" USING btree ("agencyId","nextActionAt") WHERE "lead"."nextActionAt" is not null;--> statement-breakpoint
CREATE INDEX "listing_by_sale_date" ON "listing" USING btree ("agencyId","saleAt") WHERE "listing"."saleAt" is not null;--> statement-breakpoint
CREATE INDEX "open_home_by_start" ON "open_home" USING btree ("startsAt") WHERE "open_home"."cancelledAt" is null;--> statement-breakpoint
CREATE INDEX "open_home_to_report" ON "open_home" USING btree ("endsAt") WHERE "open_home"."reportedAt" is null;--> statement-breakpoint
-- Messages to buyers
CREATE TRIGGER touch BEFORE UPDATE ON "buyer_message" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
-- An address that no lead of the agency has any more, because it was corrected or the lead was erased, is not kept.
CREATE FUNCTION forget_silenced_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "silenced_address" WHERE "agencyId" = OLD."agencyId" AND "email" = OLD."email"
    AND NOT EXISTS (SELECT FROM "lead" WHERE "ownPersonId" = OLD."ownPersonId" AND "email" = OLD."email");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER forget_silenced_when_deleted AFTER DELETE ON "lead" FOR EACH ROW EXECUTE FUNCTION forget_silenced_address();
--> statement-breakpoint
CREATE TRIGGER forget_silenced_when_corrected AFTER UPDATE OF "email" ON "lead"
  FOR EACH ROW WHEN (OLD."email" IS DISTINCT FROM NEW."email") EXECUTE FUNCTION forget_silenced_address();
--> statement-breakpoint
-- Vendor reports
CREATE TRIGGER touch BEFORE UPDATE ON "vendor_report" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
