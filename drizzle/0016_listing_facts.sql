CREATE TABLE "old_slug" (
	"slug" text PRIMARY KEY NOT NULL,
	"listingId" text NOT NULL,
	"replacedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_home" (
	"id" text PRIMARY KEY NOT NULL,
	"listingId" text NOT NULL,
	"startsAt" timestamp with time zone NOT NULL,
	"endsAt" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"cancelledAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "firstPublishedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "sharedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "isTitleMade" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "isSlugMade" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "streetNumber" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "street" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "suburb" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "postcode" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "propertyType" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "bedrooms" integer;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "bathrooms" integer;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "parking" integer;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "floorArea" double precision;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "landArea" double precision;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "landAreaUnit" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "titleType" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "saleMethod" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "priceText" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "saleAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "saleSequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "status" text DEFAULT 'available' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "soldOn" date;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "soldPrice" integer;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "isShownByAppointment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "old_slug" ADD CONSTRAINT "old_slug_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "open_home" ADD CONSTRAINT "open_home_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "old_slug_by_listing" ON "old_slug" USING btree ("listingId");--> statement-breakpoint
CREATE INDEX "open_home_by_time" ON "open_home" USING btree ("listingId","startsAt");--> statement-breakpoint
-- What was published is known of listings that are public now, and from the activity log of the others.
UPDATE "listing" SET "firstPublishedAt" = coalesce("published"."at", "listing"."publishedAt"),
  "updatedAt" = "listing"."updatedAt" + interval '1 microsecond'
FROM "listing" AS "every"
LEFT JOIN (
  SELECT "details" ->> 'listingId' AS "listingId", min("at") AS "at" FROM "audit" WHERE "action" = 'listing_published' GROUP BY 1
) AS "published" ON "published"."listingId" = "every"."id"
WHERE "every"."id" = "listing"."id" AND coalesce("published"."at", "listing"."publishedAt") IS NOT NULL;
--> statement-breakpoint
-- Open homes are on the public page too.
CREATE OR REPLACE FUNCTION announce_page_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  IF TG_TABLE_NAME IN ('file', 'open_home') THEN
    FOREACH changed IN ARRAY ARRAY[OLD."listingId", NEW."listingId"] LOOP
      IF changed IS NOT NULL THEN PERFORM pg_notify('page_changed', changed); END IF;
    END LOOP;
  ELSIF TG_TABLE_NAME = 'profile' THEN
    PERFORM pg_notify('page_changed', coalesce(NEW."userId", OLD."userId"));
  ELSE
    PERFORM pg_notify('page_changed', coalesce(NEW."id", OLD."id"));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce_page_change AFTER INSERT OR UPDATE OR DELETE ON "open_home" FOR EACH ROW EXECUTE FUNCTION announce_page_change();
