CREATE TABLE "upload" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"listingId" text,
	"replacesFileId" text,
	"path" text NOT NULL,
	"storageUploadId" text,
	"name" text NOT NULL,
	"contentType" text NOT NULL,
	"contentLength" bigint NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"finishedAt" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "listing_userId_index";--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "state" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "pageCount" integer;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "placeholder" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "replacedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_replacesFileId_file_id_fk" FOREIGN KEY ("replacesFileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "upload_userId_index" ON "upload" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "event_listingId_event_createdAt_index" ON "event" USING btree ("listingId","event","createdAt");--> statement-breakpoint
CREATE INDEX "listing_by_change" ON "listing" USING btree ("userId","updatedAt","id");--> statement-breakpoint
CREATE INDEX "listing_by_creation" ON "listing" USING btree ("userId","createdAt","id");--> statement-breakpoint
CREATE INDEX "listing_by_title" ON "listing" USING btree ("userId",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "listing_by_state" ON "listing" USING btree ("userId","archivedAt","publishedAt");