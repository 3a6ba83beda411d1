CREATE TABLE "email_code" (
	"leadId" text PRIMARY KEY NOT NULL,
	"codeHash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sentAt" timestamp with time zone DEFAULT now() NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_answer" (
	"leadId" text NOT NULL,
	"rank" integer NOT NULL,
	"question" text NOT NULL,
	"libraryKey" text,
	"answer" text NOT NULL,
	CONSTRAINT "lead_answer_leadId_rank_pk" PRIMARY KEY("leadId","rank")
);
--> statement-breakpoint
CREATE TABLE "reply_template" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"userAgent" text DEFAULT '' NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"lastSentAt" timestamp with time zone,
	CONSTRAINT "push_subscription_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"mergedIntoId" text,
	"note" text DEFAULT '' NOT NULL,
	"firstName" text DEFAULT '' NOT NULL,
	"lastName" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"sortName" text DEFAULT '' NOT NULL,
	"leadCount" integer DEFAULT 0 NOT NULL,
	"lastSeenAt" timestamp with time zone DEFAULT now() NOT NULL,
	"heat" integer DEFAULT 0 NOT NULL,
	"searchText" text DEFAULT '' NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading" (
	"leadId" text NOT NULL,
	"fileId" text NOT NULL,
	"version" integer NOT NULL,
	"pageSeconds" real[] NOT NULL,
	"firstReadAt" timestamp with time zone NOT NULL,
	"lastReadAt" timestamp with time zone NOT NULL,
	CONSTRAINT "reading_leadId_fileId_version_pk" PRIMARY KEY("leadId","fileId","version")
);
--> statement-breakpoint
CREATE TABLE "reading_search" (
	"leadId" text NOT NULL,
	"fileId" text NOT NULL,
	"words" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"lastAt" timestamp with time zone NOT NULL,
	CONSTRAINT "reading_search_leadId_fileId_words_pk" PRIMARY KEY("leadId","fileId","words")
);
--> statement-breakpoint
CREATE TABLE "reading_session" (
	"id" text PRIMARY KEY NOT NULL,
	"leadId" text,
	"fileId" text NOT NULL,
	"version" integer NOT NULL,
	"pageSeconds" real[] NOT NULL,
	"startedAt" timestamp with time zone NOT NULL,
	"reportedAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_sum" (
	"fileId" text NOT NULL,
	"version" integer NOT NULL,
	"pageSeconds" double precision[] NOT NULL,
	"pageReaders" integer[] NOT NULL,
	CONSTRAINT "reading_sum_fileId_version_pk" PRIMARY KEY("fileId","version")
);
--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "mutedPushes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "quietFrom" text DEFAULT '21:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "quietTo" text DEFAULT '07:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "morningListSentOn" date;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "weeklySummarySentOn" date;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "questions" jsonb;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "readingRetentionMonths" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "source" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "consent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "readingDeclinedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "nextAction" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "nextActionAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "remindedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "assigneeId" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "heat" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "heatPoints" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "heatDay" date;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "isHeatDue" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "hotNotifiedOn" date;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "ownPersonId" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "personId" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "questions" jsonb;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "requiresVerification" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "closedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "lead_answer" ADD CONSTRAINT "lead_answer_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reply_template" ADD CONSTRAINT "reply_template_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_mergedIntoId_person_id_fk" FOREIGN KEY ("mergedIntoId") REFERENCES "public"."person"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reading" ADD CONSTRAINT "reading_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reading" ADD CONSTRAINT "reading_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reading_search" ADD CONSTRAINT "reading_search_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reading_search" ADD CONSTRAINT "reading_search_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reading_session" ADD CONSTRAINT "reading_session_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reading_session" ADD CONSTRAINT "reading_session_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reading_sum" ADD CONSTRAINT "reading_sum_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "email_code_expiresAt_index" ON "email_code" USING btree ("expiresAt");--> statement-breakpoint
CREATE INDEX "lead_answer_by_text" ON "lead_answer" USING btree ("question","answer");--> statement-breakpoint
CREATE INDEX "reply_template_userId_index" ON "reply_template" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "push_subscription_userId_index" ON "push_subscription" USING btree ("userId");--> statement-breakpoint
CREATE UNIQUE INDEX "person_email" ON "person" USING btree ("userId","email") WHERE "person"."email" <> '';--> statement-breakpoint
CREATE INDEX "person_by_merge" ON "person" USING btree ("mergedIntoId");--> statement-breakpoint
CREATE INDEX "person_by_last_seen" ON "person" USING btree ("userId","lastSeenAt","id") WHERE "person"."mergedIntoId" is null;--> statement-breakpoint
CREATE INDEX "person_by_heat" ON "person" USING btree ("userId","heat","id") WHERE "person"."mergedIntoId" is null;--> statement-breakpoint
CREATE INDEX "person_by_name" ON "person" USING btree ("userId","sortName","id") WHERE "person"."mergedIntoId" is null;--> statement-breakpoint
CREATE INDEX "reading_by_document" ON "reading" USING btree ("fileId","version");--> statement-breakpoint
CREATE INDEX "reading_session_by_lead" ON "reading_session" USING btree ("leadId");--> statement-breakpoint
CREATE INDEX "reading_session_reportedAt_index" ON "reading_session" USING btree ("reportedAt");--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_assigneeId_user_id_fk" FOREIGN KEY ("assigneeId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "lead_by_heat" ON "lead" USING btree ("userId","heat","id","status","listingId") WHERE "lead"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX "lead_by_person" ON "lead" USING btree ("personId");--> statement-breakpoint
CREATE INDEX "lead_by_own_person" ON "lead" USING btree ("ownPersonId");--> statement-breakpoint
CREATE INDEX "lead_heat_due" ON "lead" USING btree ("id") WHERE "lead"."isHeatDue";--> statement-breakpoint
CREATE INDEX "lead_heat_to_decay" ON "lead" USING btree ("heatDay") WHERE "lead"."heat" > 0;--> statement-breakpoint
CREATE INDEX "lead_next_action" ON "lead" USING btree ("nextActionAt") WHERE "lead"."nextActionAt" is not null;
--> statement-breakpoint
-- Sixteen characters as in `shortRandomId` of the application.
CREATE FUNCTION random_person_id() RETURNS text LANGUAGE sql AS $$
  SELECT 'pers_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + get_byte(random_bytes, nth) % 32, 1), '')
  FROM (SELECT decode(md5(gen_random_uuid()::text), 'hex') AS random_bytes) AS source, generate_series(0, 15) AS nth
$$;
--> statement-breakpoint
-- Each lead has a person. The next two statements do for existing leads what the trigger does for new ones.
INSERT INTO "person" ("id", "userId", "email") SELECT random_person_id(), "userId", "email" FROM "lead" GROUP BY "userId", "email";
--> statement-breakpoint
UPDATE "lead" SET "ownPersonId" = "person"."id", "personId" = "person"."id", "updatedAt" = "lead"."updatedAt" + interval '1 microsecond'
FROM "person" WHERE "person"."userId" = "lead"."userId" AND "person"."email" = "lead"."email";
--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_ownPersonId_person_id_fk" FOREIGN KEY ("ownPersonId") REFERENCES "public"."person"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_personId_person_id_fk" FOREIGN KEY ("personId") REFERENCES "public"."person"("id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
-- The summaries of people, from all their leads. For many at once, because leads are imported in thousands.
CREATE FUNCTION summarise_people(ids text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE "person" SET "firstName" = latest."firstName", "lastName" = latest."lastName", "phone" = latest."phone",
    "sortName" = lower(latest."firstName" || ' ' || latest."lastName"), "leadCount" = latest."leads", "lastSeenAt" = latest."lastSeenAt",
    "heat" = latest."heat", "searchText" = latest."searchText", "updatedAt" = now()
  FROM (SELECT "personId", count(*) AS "leads", max("lastSeenAt") AS "lastSeenAt", max("heat") AS "heat",
      (array_agg("firstName" ORDER BY "createdAt" DESC, "id"))[1] AS "firstName",
      (array_agg("lastName" ORDER BY "createdAt" DESC, "id"))[1] AS "lastName",
      (array_agg("phone" ORDER BY "createdAt" DESC, "id"))[1] AS "phone",
      string_agg(DISTINCT lower("firstName" || ' ' || "lastName" || ' ' || "email" || ' ' || "phone" || ' ' || regexp_replace("phone", '[^0-9]', '', 'g')), ' ') AS "searchText"
    FROM "lead" WHERE "personId" = ANY (ids) GROUP BY "personId") AS latest
  WHERE "person"."id" = latest."personId"
$$;
--> statement-breakpoint
SELECT summarise_people(array_agg("id")) FROM "person";
--> statement-breakpoint
-- The person of a lead is found by the email address, and created with the first lead. Runs after "take_owner".
CREATE FUNCTION take_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  address text := CASE WHEN NEW."email" LIKE '%@no-email.invalid' THEN '' ELSE NEW."email" END;
  next_id text;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."email" = OLD."email" AND NEW."userId" = OLD."userId" THEN RETURN NEW; END IF;
  IF address <> '' THEN
    INSERT INTO "person" ("id", "userId", "email") VALUES (random_person_id(), NEW."userId", address)
    ON CONFLICT ("userId", "email") WHERE "email" <> '' DO UPDATE SET "email" = excluded."email" RETURNING "id" INTO NEW."ownPersonId";
  ELSE
    INSERT INTO "person" ("id", "userId") VALUES (random_person_id(), NEW."userId") RETURNING "id" INTO NEW."ownPersonId";
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
CREATE TRIGGER take_person BEFORE INSERT OR UPDATE OF "email", "listingId" ON "lead" FOR EACH ROW EXECUTE FUNCTION take_person();
--> statement-breakpoint
-- A person without leads is nobody: nothing about them stays. One that others were merged into stays without an email address.
CREATE FUNCTION follow_lead_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'DELETE' OR OLD."ownPersonId" <> NEW."ownPersonId" OR OLD."personId" <> NEW."personId") THEN
    UPDATE "person" SET "email" = '' WHERE "id" = OLD."ownPersonId" AND "email" <> ''
      AND NOT EXISTS (SELECT FROM "lead" WHERE "ownPersonId" = OLD."ownPersonId");
    DELETE FROM "person" WHERE "id" = OLD."ownPersonId" AND NOT EXISTS (SELECT FROM "lead" WHERE OLD."ownPersonId" IN ("ownPersonId", "personId"))
      AND NOT EXISTS (SELECT FROM "person" AS "other" WHERE "other"."mergedIntoId" = OLD."ownPersonId");
    DELETE FROM "person" WHERE "id" = OLD."personId" AND NOT EXISTS (SELECT FROM "lead" WHERE OLD."personId" IN ("ownPersonId", "personId"))
      AND NOT EXISTS (SELECT FROM "person" AS "other" WHERE "other"."mergedIntoId" = OLD."personId");
    PERFORM summarise_people(ARRAY[OLD."personId"]);
  END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM summarise_people(ARRAY[NEW."personId"]); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION summarise_people_of_new_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM summarise_people((SELECT array_agg(DISTINCT "personId") FROM added));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER summarise_people AFTER INSERT ON "lead" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION summarise_people_of_new_leads();
--> statement-breakpoint
CREATE TRIGGER follow_lead_of_person AFTER DELETE OR UPDATE OF "firstName", "lastName", "email", "phone", "lastSeenAt", "heat", "ownPersonId", "personId"
  ON "lead" FOR EACH ROW EXECUTE FUNCTION follow_lead_of_person();
--> statement-breakpoint
-- What a buyer does changes the heat of the lead, too.
CREATE OR REPLACE FUNCTION see_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "lead" SET "lastSeenAt" = NEW."createdAt", "isHeatDue" = true WHERE "id" = NEW."leadId" AND "lastSeenAt" < NEW."createdAt";
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- When a listing stopped being public, which starts the retention of readings.
UPDATE "listing" SET "closedAt" = coalesce("archivedAt", "soldOn"::timestamptz, "updatedAt"), "updatedAt" = "updatedAt" + interval '1 microsecond'
WHERE "firstPublishedAt" IS NOT NULL AND NOT ("publishedAt" IS NOT NULL AND "archivedAt" IS NULL AND "status" IN ('available', 'under_offer'));
--> statement-breakpoint
CREATE FUNCTION close_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."publishedAt" IS NOT NULL AND NEW."archivedAt" IS NULL AND NEW."status" IN ('available', 'under_offer') THEN
    NEW."closedAt" := NULL;
  ELSIF NEW."firstPublishedAt" IS NOT NULL OR NEW."publishedAt" IS NOT NULL THEN
    NEW."closedAt" := coalesce(NEW."closedAt", now());
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER close_listing BEFORE INSERT OR UPDATE ON "listing" FOR EACH ROW EXECUTE FUNCTION close_listing();
