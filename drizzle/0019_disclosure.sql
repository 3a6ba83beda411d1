CREATE TABLE "acknowledgement" (
	"id" text PRIMARY KEY NOT NULL,
	"fileId" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" text NOT NULL,
	"leadId" text NOT NULL,
	"inviteeId" text,
	"statement" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "acknowledgement_by_reader" UNIQUE NULLS NOT DISTINCT("leadId","fileId","version","inviteeId")
);
--> statement-breakpoint
CREATE TABLE "acknowledgement_reminder" (
	"fileId" text NOT NULL,
	"leadId" text NOT NULL,
	"sentAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "acknowledgement_reminder_fileId_leadId_pk" PRIMARY KEY("fileId","leadId")
);
--> statement-breakpoint
CREATE TABLE "change_recipient" (
	"changeId" text NOT NULL,
	"leadId" text NOT NULL,
	"toldAt" timestamp with time zone,
	CONSTRAINT "change_recipient_changeId_leadId_pk" PRIMARY KEY("changeId","leadId")
);
--> statement-breakpoint
CREATE TABLE "chosen_reader" (
	"fileId" text NOT NULL,
	"leadId" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chosen_reader_fileId_leadId_pk" PRIMARY KEY("fileId","leadId")
);
--> statement-breakpoint
CREATE TABLE "document_change" (
	"id" text PRIMARY KEY NOT NULL,
	"listingId" text NOT NULL,
	"fileId" text NOT NULL,
	"kind" text NOT NULL,
	"fromVersion" integer,
	"toVersion" integer NOT NULL,
	"fromIssuedOn" date,
	"toIssuedOn" date,
	"note" text DEFAULT '' NOT NULL,
	"audience" text,
	"sendAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_version" (
	"fileId" text NOT NULL,
	"version" integer NOT NULL,
	"path" text NOT NULL,
	"originalName" text NOT NULL,
	"contentType" text,
	"size" bigint NOT NULL,
	"sha256" text,
	"pageCount" integer,
	"issuedOn" date,
	"note" text DEFAULT '' NOT NULL,
	"uploadedById" text NOT NULL,
	"restoredVersion" integer,
	"firstOpenedAt" timestamp with time zone,
	"replacedAt" timestamp with time zone,
	"erasedAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_version_fileId_version_pk" PRIMARY KEY("fileId","version")
);
--> statement-breakpoint
CREATE TABLE "invitee" (
	"id" text PRIMARY KEY NOT NULL,
	"leadId" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"openedAt" timestamp with time zone,
	"lastVisitAt" timestamp with time zone,
	"revokedAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitee_reading" (
	"inviteeId" text NOT NULL,
	"fileId" text NOT NULL,
	"version" integer NOT NULL,
	"pageSeconds" real[] NOT NULL,
	"firstReadAt" timestamp with time zone NOT NULL,
	"lastReadAt" timestamp with time zone NOT NULL,
	CONSTRAINT "invitee_reading_inviteeId_fileId_version_pk" PRIMARY KEY("inviteeId","fileId","version")
);
--> statement-breakpoint
CREATE TABLE "record_entry" (
	"listingId" text NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"subjectId" text,
	"fileId" text,
	"version" integer,
	"details" jsonb NOT NULL,
	"recordedAt" timestamp with time zone NOT NULL,
	"previousHash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "record_entry_listingId_sequence_pk" PRIMARY KEY("listingId","sequence")
);
--> statement-breakpoint
CREATE TABLE "record_head" (
	"listingId" text PRIMARY KEY NOT NULL,
	"length" integer NOT NULL,
	"hash" text NOT NULL,
	"seal" text NOT NULL,
	"verifiedAt" timestamp with time zone,
	"brokenAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "record_subject" (
	"id" text PRIMARY KEY NOT NULL,
	"listingId" text NOT NULL,
	"leadId" text,
	"inviteeId" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"erasedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"id" text PRIMARY KEY NOT NULL,
	"publicKey" text NOT NULL,
	"privateKey" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"retiredAt" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "versionRetentionMonths" integer DEFAULT 84 NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "validityDays" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "issuedOn" date;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "suggestedIssuedOn" date;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "access" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "isViewOnly" boolean;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "isWatermarked" boolean;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "acknowledgement" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "isAcknowledgementRequired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "unsubscribedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "documentAccess" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "areDocumentsViewOnly" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "areDocumentsWatermarked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "allowsInvitees" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_session" ADD COLUMN "inviteeId" text;--> statement-breakpoint
ALTER TABLE "acknowledgement" ADD CONSTRAINT "acknowledgement_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "acknowledgement" ADD CONSTRAINT "acknowledgement_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "acknowledgement" ADD CONSTRAINT "acknowledgement_inviteeId_invitee_id_fk" FOREIGN KEY ("inviteeId") REFERENCES "public"."invitee"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "acknowledgement_reminder" ADD CONSTRAINT "acknowledgement_reminder_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "acknowledgement_reminder" ADD CONSTRAINT "acknowledgement_reminder_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "change_recipient" ADD CONSTRAINT "change_recipient_changeId_document_change_id_fk" FOREIGN KEY ("changeId") REFERENCES "public"."document_change"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "change_recipient" ADD CONSTRAINT "change_recipient_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "chosen_reader" ADD CONSTRAINT "chosen_reader_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "chosen_reader" ADD CONSTRAINT "chosen_reader_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "document_change" ADD CONSTRAINT "document_change_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "document_change" ADD CONSTRAINT "document_change_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "file_version" ADD CONSTRAINT "file_version_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "file_version" ADD CONSTRAINT "file_version_uploadedById_user_id_fk" FOREIGN KEY ("uploadedById") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "invitee" ADD CONSTRAINT "invitee_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "invitee_reading" ADD CONSTRAINT "invitee_reading_inviteeId_invitee_id_fk" FOREIGN KEY ("inviteeId") REFERENCES "public"."invitee"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "invitee_reading" ADD CONSTRAINT "invitee_reading_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "record_entry" ADD CONSTRAINT "record_entry_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "record_head" ADD CONSTRAINT "record_head_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "record_subject" ADD CONSTRAINT "record_subject_listingId_listing_id_fk" FOREIGN KEY ("listingId") REFERENCES "public"."listing"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "record_subject" ADD CONSTRAINT "record_subject_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "record_subject" ADD CONSTRAINT "record_subject_inviteeId_invitee_id_fk" FOREIGN KEY ("inviteeId") REFERENCES "public"."invitee"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "acknowledgement_by_document" ON "acknowledgement" USING btree ("fileId","version");--> statement-breakpoint
CREATE INDEX "change_recipient_by_lead" ON "change_recipient" USING btree ("leadId");--> statement-breakpoint
CREATE INDEX "chosen_reader_by_lead" ON "chosen_reader" USING btree ("leadId");--> statement-breakpoint
CREATE INDEX "document_change_by_listing" ON "document_change" USING btree ("listingId","createdAt");--> statement-breakpoint
CREATE INDEX "file_version_by_path" ON "file_version" USING btree ("path");--> statement-breakpoint
CREATE UNIQUE INDEX "invitee_person" ON "invitee" USING btree ("leadId","email");--> statement-breakpoint
CREATE INDEX "record_entry_by_subject" ON "record_entry" USING btree ("listingId","subjectId");--> statement-breakpoint
CREATE INDEX "record_subject_by_listing" ON "record_subject" USING btree ("listingId");--> statement-breakpoint
CREATE INDEX "record_subject_by_lead" ON "record_subject" USING btree ("leadId");--> statement-breakpoint
CREATE INDEX "record_subject_by_invitee" ON "record_subject" USING btree ("inviteeId");--> statement-breakpoint
-- What there is now is the first version that is kept. Its hash is worked out later.
INSERT INTO "file_version" ("fileId", "version", "path", "originalName", "contentType", "size", "pageCount", "uploadedById", "createdAt", "erasedAt")
SELECT "id", "version", "path", "originalName", "contentType", "size", "pageCount", "userId", coalesce("replacedAt", "createdAt"), "erasedAt"
FROM "file" WHERE "type" = 'file';
--> statement-breakpoint
-- The record is only ever added to. It goes with the whole account, which is closed before it is erased.
CREATE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM "listing" JOIN "user" ON "user"."id" = "listing"."userId"
      WHERE "listing"."id" = OLD."listingId" AND "user"."archivedAt" IS NOT NULL) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The record cannot be changed.';
END
$$;
--> statement-breakpoint
CREATE TRIGGER refuse_record_change BEFORE UPDATE OR DELETE ON "record_entry" FOR EACH ROW EXECUTE FUNCTION refuse_record_change();
--> statement-breakpoint
CREATE TRIGGER refuse_record_truncation BEFORE TRUNCATE ON "record_entry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();
