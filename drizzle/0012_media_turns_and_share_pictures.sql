CREATE TABLE "share_picture" (
	"listingId" text PRIMARY KEY NOT NULL,
	"path" text,
	"fingerprint" text NOT NULL,
	"drawnAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_picture_path_unique" UNIQUE("path")
);
--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "preparationJobId" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "preparationStartedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "share_picture" ADD CONSTRAINT "share_picture_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "file_by_preparation" ON "file" USING btree ("userId","preparationStartedAt");--> statement-breakpoint
CREATE INDEX "file_waiting" ON "file" USING btree ("userId") WHERE "file"."state" = 'processing';