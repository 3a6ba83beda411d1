CREATE TABLE "used_trial" (
	"keyHash" text PRIMARY KEY NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_note" (
	"id" text PRIMARY KEY NOT NULL,
	"leadId" text NOT NULL,
	"body" text NOT NULL,
	"phone" text,
	"fromOwnBrowser" boolean NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_picture" (
	"listingId" text PRIMARY KEY NOT NULL,
	"path" text,
	"fingerprint" text NOT NULL,
	"drawnAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_picture_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE TABLE "visitor_address" (
	"key" text PRIMARY KEY NOT NULL,
	"visitors" integer NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "wasSignedIn" boolean;--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "subscriptionId" text;--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "chargesOnConfirm" boolean;--> statement-breakpoint
ALTER TABLE "data_export" ADD COLUMN "sizeBytes" bigint;--> statement-breakpoint
ALTER TABLE "data_export" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "preparationJobId" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "preparationStartedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "deletedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "erasedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "submissionKey" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "provenAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_note" ADD CONSTRAINT "lead_note_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "share_picture" ADD CONSTRAINT "share_picture_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "lead_note_by_time" ON "lead_note" USING btree ("leadId","createdAt");--> statement-breakpoint
CREATE INDEX "file_by_preparation" ON "file" USING btree ("userId","preparationStartedAt");--> statement-breakpoint
CREATE INDEX "file_waiting" ON "file" USING btree ("userId") WHERE "file"."state" = 'processing';