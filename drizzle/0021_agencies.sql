-- Agencies: members with roles, listings with a lead agent and co-agents. The lists of the version before are slower without their indexes until
-- it ends, and right.
CREATE TABLE "agency" (
	"id" text PRIMARY KEY NOT NULL,
	"payerId" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"legalLine" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"colour" text DEFAULT '' NOT NULL,
	"logo" "bytea",
	"logoVersion" text,
	"officeEmail" text DEFAULT '' NOT NULL,
	"questions" jsonb,
	"privacyText" text DEFAULT '' NOT NULL,
	"deletionDueAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assisted_agent" (
	"agencyId" text NOT NULL,
	"assistantId" text NOT NULL,
	"agentId" text NOT NULL,
	CONSTRAINT "assisted_agent_agencyId_assistantId_agentId_pk" PRIMARY KEY("agencyId","assistantId","agentId")
);
--> statement-breakpoint
CREATE TABLE "co_agent" (
	"listingId" text NOT NULL,
	"userId" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "co_agent_listingId_userId_pk" PRIMARY KEY("listingId","userId")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"agencyId" text NOT NULL,
	"userId" text NOT NULL,
	"role" text NOT NULL,
	"joinedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_agencyId_userId_pk" PRIMARY KEY("agencyId","userId")
);
--> statement-breakpoint
CREATE TABLE "member_invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"agencyId" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"agentIds" text[] DEFAULT '{}' NOT NULL,
	"tokenHash" text NOT NULL,
	"invitedById" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"sentAt" timestamp with time zone DEFAULT now() NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"acceptedAt" timestamp with time zone,
	"revokedAt" timestamp with time zone,
	CONSTRAINT "member_invitation_tokenHash_unique" UNIQUE("tokenHash")
);
--> statement-breakpoint
ALTER TABLE "agency" ADD CONSTRAINT "agency_payerId_user_id_fk" FOREIGN KEY ("payerId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "assisted_agent" ADD CONSTRAINT "assisted_agent_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "assisted_agent" ADD CONSTRAINT "assisted_agent_assistantId_user_id_fk" FOREIGN KEY ("assistantId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "assisted_agent" ADD CONSTRAINT "assisted_agent_agentId_user_id_fk" FOREIGN KEY ("agentId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "co_agent" ADD CONSTRAINT "co_agent_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "co_agent" ADD CONSTRAINT "co_agent_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "member_invitation" ADD CONSTRAINT "member_invitation_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "member_invitation" ADD CONSTRAINT "member_invitation_invitedById_user_id_fk" FOREIGN KEY ("invitedById") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
DROP INDEX "lead_by_arrival";
--> statement-breakpoint
DROP INDEX "lead_by_last_seen";
--> statement-breakpoint
DROP INDEX "lead_by_name";
--> statement-breakpoint
DROP INDEX "lead_by_heat";
--> statement-breakpoint
DROP INDEX "lead_archive";
--> statement-breakpoint
DROP INDEX "listing_by_change";
--> statement-breakpoint
DROP INDEX "listing_by_creation";
--> statement-breakpoint
DROP INDEX "listing_by_title";
--> statement-breakpoint
DROP INDEX "listing_by_state";
--> statement-breakpoint
DROP INDEX "person_email";
--> statement-breakpoint
DROP INDEX "person_by_last_seen";
--> statement-breakpoint
DROP INDEX "person_by_heat";
--> statement-breakpoint
DROP INDEX "person_by_name";
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "agencyId" text;
--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
-- The agency of a user: the one joined first. A user without any gets an agency of one, whose id follows from the user's.
CREATE FUNCTION agency_of(user_id text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found_id text;
BEGIN
  SELECT "agencyId" INTO found_id FROM "member" WHERE "userId" = user_id ORDER BY "joinedAt", "agencyId" LIMIT 1;
  IF found_id IS NULL THEN
    found_id := 'agcy_' || substr(user_id, 5);
    INSERT INTO "agency" ("id", "payerId", "name")
    VALUES (found_id, user_id, coalesce((SELECT "agencyName" FROM "profile" WHERE "userId" = user_id), '')) ON CONFLICT DO NOTHING;
    INSERT INTO "member" ("agencyId", "userId", "role") VALUES (found_id, user_id, 'owner') ON CONFLICT DO NOTHING;
  END IF;
  RETURN found_id;
END
$$;
--> statement-breakpoint
-- Every agent becomes an agency of one. New ones, also of the version before, do at the end of the transaction in which they join no other.
INSERT INTO "agency" ("id", "payerId", "name", "createdAt")
SELECT 'agcy_' || substr("user"."id", 5), "user"."id", coalesce("profile"."agencyName", ''), "user"."createdAt" FROM "user" LEFT JOIN "profile" ON "profile"."userId" = "user"."id";
--> statement-breakpoint
INSERT INTO "member" ("agencyId", "userId", "role", "joinedAt") SELECT "id", "payerId", 'owner', "createdAt" FROM "agency";
--> statement-breakpoint
CREATE FUNCTION join_agency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "user" WHERE "id" = NEW."id") THEN PERFORM agency_of(NEW."id"); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER join_agency AFTER INSERT ON "user" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION join_agency();
--> statement-breakpoint
-- The version before writes the name of an agency into the profile of its only member.
CREATE FUNCTION name_agency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "agency" SET "name" = NEW."agencyName" WHERE "payerId" = NEW."userId" AND "name" <> NEW."agencyName"
    AND NOT EXISTS (SELECT FROM "member" WHERE "member"."agencyId" = "agency"."id" AND "member"."userId" <> NEW."userId");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER name_agency AFTER INSERT OR UPDATE OF "agencyName" ON "profile" FOR EACH ROW EXECUTE FUNCTION name_agency();
--> statement-breakpoint
CREATE FUNCTION take_agency_of_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := agency_of(NEW."userId");
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "listing" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_agent();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "person" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_agent();
--> statement-breakpoint
-- A file belongs to the lead agent of its listing, wherever it came from.
CREATE FUNCTION take_owner_of_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."listingId" IS NOT NULL THEN
    SELECT "userId", "agencyId" INTO NEW."userId", NEW."agencyId" FROM "listing" WHERE "id" = NEW."listingId";
  ELSIF NEW."agencyId" = '' THEN
    NEW."agencyId" := agency_of(NEW."userId");
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER take_owner BEFORE INSERT OR UPDATE OF "listingId" ON "file" FOR EACH ROW EXECUTE FUNCTION take_owner_of_file();
--> statement-breakpoint
CREATE FUNCTION take_owner_of_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "userId", "agencyId" INTO NEW."userId", NEW."agencyId" FROM "listing" WHERE "id" = NEW."listingId";
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER take_owner BEFORE INSERT OR UPDATE OF "listingId" ON "lead" FOR EACH ROW EXECUTE FUNCTION take_owner_of_lead();
--> statement-breakpoint
-- A notification can be for a co-agent. Where the writer names nobody, it is for the lead agent.
CREATE OR REPLACE FUNCTION take_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."userId" := coalesce(NEW."userId", (SELECT "userId" FROM "listing" WHERE "id" = NEW."listingId"));
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- What belongs to the lead agent of a listing goes with it to the next. Events and their sums follow in `move_listing_events`.
CREATE FUNCTION hand_over_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "lead" SET "userId" = NEW."userId" WHERE "listingId" = NEW."id";
  UPDATE "file" SET "userId" = NEW."userId" WHERE "listingId" = NEW."id";
  UPDATE "notification" SET "userId" = NEW."userId" WHERE "listingId" = NEW."id" AND "userId" = OLD."userId";
  DELETE FROM "co_agent" WHERE "listingId" = NEW."id" AND "userId" = NEW."userId";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER hand_over AFTER UPDATE OF "userId" ON "listing" FOR EACH ROW WHEN (OLD."userId" <> NEW."userId") EXECUTE FUNCTION hand_over_listing();
--> statement-breakpoint
-- Existing rows. No change of them, so that `updatedAt` stays.
UPDATE "listing" SET "agencyId" = 'agcy_' || substr("userId", 5), "updatedAt" = "updatedAt" + interval '1 microsecond';
--> statement-breakpoint
UPDATE "file" SET "agencyId" = 'agcy_' || substr("userId", 5), "updatedAt" = "updatedAt" + interval '1 microsecond';
--> statement-breakpoint
UPDATE "lead" SET "agencyId" = 'agcy_' || substr("userId", 5), "updatedAt" = "updatedAt" + interval '1 microsecond';
--> statement-breakpoint
UPDATE "person" SET "agencyId" = 'agcy_' || substr("userId", 5), "updatedAt" = "updatedAt" + interval '1 microsecond';
--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_agencyId_agency_id_fk" FOREIGN KEY ("agencyId") REFERENCES "public"."agency"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
CREATE INDEX "assisted_agent_by_agent" ON "assisted_agent" USING btree ("agentId");
--> statement-breakpoint
CREATE INDEX "co_agent_by_user" ON "co_agent" USING btree ("userId");
--> statement-breakpoint
CREATE INDEX "member_by_user" ON "member" USING btree ("userId");
--> statement-breakpoint
CREATE UNIQUE INDEX "member_invitation_open" ON "member_invitation" USING btree ("agencyId","email") WHERE "member_invitation"."acceptedAt" is null and "member_invitation"."revokedAt" is null;
--> statement-breakpoint
CREATE INDEX "file_by_agency" ON "file" USING btree ("agencyId");
--> statement-breakpoint
CREATE INDEX "lead_by_agent" ON "lead" USING btree ("userId");
--> statement-breakpoint
CREATE INDEX "listing_by_agent" ON "listing" USING btree ("userId");
--> statement-breakpoint
CREATE INDEX "lead_by_arrival" ON "lead" USING btree ("agencyId","createdAt","id","status","listingId","userId") WHERE "lead"."archivedAt" is null;
--> statement-breakpoint
CREATE INDEX "lead_by_last_seen" ON "lead" USING btree ("agencyId","lastSeenAt","id","status","listingId","userId") WHERE "lead"."archivedAt" is null;
--> statement-breakpoint
CREATE INDEX "lead_by_name" ON "lead" USING btree ("agencyId",lower("firstName" || ' ' || "lastName"),"id","status","listingId","userId") WHERE "lead"."archivedAt" is null;
--> statement-breakpoint
CREATE INDEX "lead_by_heat" ON "lead" USING btree ("agencyId","heat","id","status","listingId","userId") WHERE "lead"."archivedAt" is null;
--> statement-breakpoint
CREATE INDEX "lead_archive" ON "lead" USING btree ("agencyId","createdAt","id") WHERE "lead"."archivedAt" is not null;
--> statement-breakpoint
CREATE INDEX "listing_by_change" ON "listing" USING btree ("agencyId","updatedAt","id");
--> statement-breakpoint
CREATE INDEX "listing_by_creation" ON "listing" USING btree ("agencyId","createdAt","id");
--> statement-breakpoint
CREATE INDEX "listing_by_title" ON "listing" USING btree ("agencyId",lower("title"),"id");
--> statement-breakpoint
CREATE INDEX "listing_by_state" ON "listing" USING btree ("agencyId","archivedAt","publishedAt");
--> statement-breakpoint
CREATE UNIQUE INDEX "person_email" ON "person" USING btree ("agencyId","email") WHERE "person"."email" <> '';
--> statement-breakpoint
CREATE INDEX "person_by_last_seen" ON "person" USING btree ("agencyId","lastSeenAt","id") WHERE "person"."mergedIntoId" is null;
--> statement-breakpoint
CREATE INDEX "person_by_heat" ON "person" USING btree ("agencyId","heat","id") WHERE "person"."mergedIntoId" is null;
--> statement-breakpoint
CREATE INDEX "person_by_name" ON "person" USING btree ("agencyId","sortName","id") WHERE "person"."mergedIntoId" is null;
--> statement-breakpoint
-- One buyer across the listings of an agency, where it was those of an agent.
CREATE OR REPLACE FUNCTION take_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  address text := CASE WHEN NEW."email" LIKE '%@no-email.invalid' THEN '' ELSE NEW."email" END;
  next_id text;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."email" = OLD."email" AND NEW."agencyId" = OLD."agencyId" THEN RETURN NEW; END IF;
  IF address <> '' THEN
    INSERT INTO "person" ("id", "userId", "agencyId", "email") VALUES (random_person_id(), NEW."userId", NEW."agencyId", address)
    ON CONFLICT ("agencyId", "email") WHERE "email" <> '' DO UPDATE SET "email" = excluded."email" RETURNING "id" INTO NEW."ownPersonId";
  ELSE
    INSERT INTO "person" ("id", "userId", "agencyId") VALUES (random_person_id(), NEW."userId", NEW."agencyId") RETURNING "id" INTO NEW."ownPersonId";
  END IF;
  NEW."personId" := NEW."ownPersonId";
  LOOP
    SELECT "mergedIntoId" INTO next_id FROM "person" WHERE "id" = NEW."personId";
    EXIT WHEN next_id IS NULL;
    NEW."personId" := next_id;
  END LOOP;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER touch BEFORE UPDATE ON "agency" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
