-- What the work in teams needs: entries of the log by agency and object, seats, shared templates, exports of an agency.
ALTER TABLE "agency" ALTER COLUMN "payerId" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "data_export" ADD COLUMN "agencyId" text;
--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "emailText" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "agencyId" text;
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "objectId" text;
--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "seats" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "paidSeats" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "paidSeatsUntil" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "reply_template" ADD COLUMN "agencyId" text;
--> statement-breakpoint
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "reply_template" ADD CONSTRAINT "reply_template_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
CREATE INDEX "audit_by_agency" ON "audit" USING btree ("agencyId","at","id") WHERE "audit"."agencyId" is not null;
--> statement-breakpoint
CREATE INDEX "audit_by_object" ON "audit" USING btree ("objectId","at","id") WHERE "audit"."objectId" is not null;
--> statement-breakpoint
CREATE INDEX "reply_template_by_agency" ON "reply_template" USING btree ("agencyId");
--> statement-breakpoint
ALTER TABLE "agency" ADD CONSTRAINT "agency_payerId_unique" UNIQUE("payerId");
--> statement-breakpoint
-- Someone who has left the agency that was once theirs alone gets a new one. They are not let back in, which the function of 0021 did.
CREATE OR REPLACE FUNCTION agency_of(user_id text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found_id text;
BEGIN
  SELECT "agencyId" INTO found_id FROM "member" WHERE "userId" = user_id ORDER BY "joinedAt", "agencyId" LIMIT 1;
  IF found_id IS NULL THEN
    PERFORM FROM "user" WHERE "id" = user_id FOR NO KEY UPDATE;
    SELECT "agencyId" INTO found_id FROM "member" WHERE "userId" = user_id ORDER BY "joinedAt", "agencyId" LIMIT 1;
  END IF;
  IF found_id IS NULL THEN
    found_id := 'agcy_' || substr(user_id, 5);
    IF EXISTS (SELECT FROM "agency" WHERE "id" = found_id) THEN found_id := 'agcy_' || substr(random_person_id(), 6); END IF;
    INSERT INTO "agency" ("id", "payerId", "name")
    VALUES (
      found_id,
      CASE WHEN EXISTS (SELECT FROM "agency" WHERE "payerId" = user_id) THEN NULL ELSE user_id END,
      coalesce((SELECT "agencyName" FROM "profile" WHERE "userId" = user_id), '')
    );
    INSERT INTO "member" ("agencyId", "userId", "role") VALUES (found_id, user_id, 'owner');
  END IF;
  RETURN found_id;
END
$$;
