CREATE TABLE "lead_digest" (
	"listingId" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "lead_listingId_index";--> statement-breakpoint
ALTER TABLE "used_bot_check" ADD COLUMN "usedFor" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "status" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "agentNote" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "withdrawnAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "lastVisitAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_digest" ADD CONSTRAINT "lead_digest_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "lead_person" ON "lead" USING btree ("listingId","email");--> statement-breakpoint
CREATE INDEX "lead_by_time" ON "lead" USING btree ("listingId","createdAt");