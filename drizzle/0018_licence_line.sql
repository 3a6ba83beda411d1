ALTER TABLE "profile" ADD COLUMN "licenceLine" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "creationKey" text;--> statement-breakpoint
CREATE UNIQUE INDEX "listing_by_creation_key" ON "listing" USING btree ("userId","creationKey");