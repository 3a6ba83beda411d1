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
ALTER TABLE "inbound_document" ADD CONSTRAINT "inbound_document_emailId_inbound_email_id_fk" FOREIGN KEY ("emailId") REFERENCES "public"."inbound_email"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_document" ADD CONSTRAINT "inbound_document_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_memberId_user_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_decidedById_user_id_fk" FOREIGN KEY ("decidedById") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_messageId_webhook_message_id_fk" FOREIGN KEY ("messageId") REFERENCES "public"."webhook_message"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpointId_webhook_endpoint_id_fk" FOREIGN KEY ("endpointId") REFERENCES "public"."webhook_endpoint"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_message" ADD CONSTRAINT "webhook_message_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "api_key_by_agency" ON "api_key" USING btree ("agencyId");--> statement-breakpoint
CREATE INDEX "api_key_by_user" ON "api_key" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "repeatable_request_by_age" ON "repeatable_request" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "channel_by_listing" ON "channel" USING btree ("listingId");--> statement-breakpoint
CREATE INDEX "feed_listing_by_listing" ON "feed_listing" USING btree ("listingId");--> statement-breakpoint
CREATE INDEX "feed_run_by_agency" ON "feed_run" USING btree ("agencyId","createdAt");--> statement-breakpoint
CREATE INDEX "inbound_document_by_email" ON "inbound_document" USING btree ("emailId");--> statement-breakpoint
CREATE INDEX "inbound_email_by_agency" ON "inbound_email" USING btree ("agencyId","receivedAt");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("nextAttemptAt") WHERE "webhook_delivery"."nextAttemptAt" is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_in_order" ON "webhook_delivery" USING btree ("endpointId","objectId","sequence") WHERE "webhook_delivery"."nextAttemptAt" is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("endpointId","sequence");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_by_agency" ON "webhook_endpoint" USING btree ("agencyId");--> statement-breakpoint
CREATE INDEX "webhook_message_by_agency" ON "webhook_message" USING btree ("agencyId","sequence");--> statement-breakpoint
CREATE INDEX "webhook_message_by_object" ON "webhook_message" USING btree ("objectId");--> statement-breakpoint
CREATE INDEX "webhook_message_by_age" ON "webhook_message" USING btree ("createdAt");--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_channelId_channel_id_fk" FOREIGN KEY ("channelId") REFERENCES "public"."channel"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_emailCode_unique" UNIQUE("emailCode");