-- An agency keeps its activity when the account of whoever acted is erased; an upload knows the agency it was begun in; the office's email address is confirmed.
ALTER TABLE "audit" ALTER COLUMN "userId" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "officeEmailConfirmedAt" timestamp with time zone;--> statement-breakpoint
-- Addresses that already receive copies go on receiving them.
UPDATE "agency" SET "officeEmailConfirmedAt" = now() WHERE "officeEmail" <> '';--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "agencyId" text;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
