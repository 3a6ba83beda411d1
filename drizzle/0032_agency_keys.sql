-- Every table that grows with an agency's work carries the agency: rows of one agency can be kept together (docs/scale.md). Adding the columns
-- changes no row. Triggers give new rows their agency, also those that the version before writes; earlier rows get it afterwards in small steps
-- (`backfill_agency_keys` below). Nothing reads the columns before that has finished.
ALTER TABLE "acknowledgement" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "acknowledgement_reminder" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "co_agent" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "change_recipient" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "document_change" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "feed_photo" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "file_version" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "inbound_document" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "chosen_reader" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invitee" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invitee_reading" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "lead_answer" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "lead_note" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "old_slug" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "open_home" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "share_picture" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reading" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reading_search" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reading_session" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reading_sum" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "record_entry" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "record_head" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "record_subject" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "vendor_report_email" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD COLUMN "agencyId" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE FUNCTION take_agency_of_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := coalesce((SELECT "agencyId" FROM "listing" WHERE "id" = NEW."listingId"), '');
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION take_agency_of_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := coalesce((SELECT "agencyId" FROM "lead" WHERE "id" = NEW."leadId"), '');
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION take_agency_of_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := coalesce((SELECT "agencyId" FROM "file" WHERE "id" = NEW."fileId"), '');
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION take_agency_of_inbound_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := coalesce((SELECT "agencyId" FROM "inbound_email" WHERE "id" = NEW."emailId"), '');
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION take_agency_of_vendor_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := coalesce((SELECT "agencyId" FROM "vendor_link" WHERE "id" = NEW."linkId"), '');
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION take_agency_of_webhook_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := coalesce((SELECT "agencyId" FROM "webhook_message" WHERE "id" = NEW."messageId"), '');
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- Most are about a listing. Others name their agency; those that the version before writes about a file of a CRM get it from that.
CREATE FUNCTION agency_of_notification(notification_id text, listing_id text, user_id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT "agencyId" FROM "listing" WHERE "id" = listing_id),
    (SELECT "agencyId" FROM "feed_run" WHERE "id" = 'feed_' || substr(notification_id, 6, 16)),
    (SELECT "agencyId" FROM "member" WHERE "userId" = user_id ORDER BY "joinedAt", "agencyId" LIMIT 1),
    '')
$$;
--> statement-breakpoint
CREATE FUNCTION take_agency_of_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."agencyId" := agency_of_notification(NEW."id", NEW."listingId", NEW."userId");
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "co_agent" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "open_home" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "old_slug" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "share_picture" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "feed_photo" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "document_change" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "record_subject" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "record_entry" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "record_head" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_listing();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "reading" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "reading_search" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "lead_note" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "lead_answer" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "invitee" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "acknowledgement" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "acknowledgement_reminder" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "change_recipient" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "chosen_reader" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_lead();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "file_version" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_file();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "reading_sum" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_file();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "reading_session" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_file();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "invitee_reading" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_file();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "inbound_document" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_inbound_email();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "vendor_report_email" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_vendor_link();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "webhook_delivery" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_webhook_message();
--> statement-breakpoint
CREATE TRIGGER take_agency BEFORE INSERT ON "notification" FOR EACH ROW WHEN (NEW."agencyId" = '') EXECUTE FUNCTION take_agency_of_notification();
--> statement-breakpoint
-- As in 0019. Only the agency, which no hash contains, can be filled in.
CREATE OR REPLACE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM "listing" JOIN "user" ON "user"."id" = "listing"."userId"
      WHERE "listing"."id" = OLD."listingId" AND "user"."archivedAt" IS NOT NULL) THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF OLD."agencyId" = '' AND to_jsonb(NEW) - 'agencyId' = to_jsonb(OLD) - 'agencyId' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The record cannot be changed.';
END
$$;
--> statement-breakpoint
-- A listing stays in the agency where it was created, with everything about it: handing it over names another lead agent of the same agency. So
-- the key by which rows are kept together never changes. Triggers run in the order of their names, these last.
CREATE FUNCTION refuse_other_agency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The agency of a % cannot be changed.', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER z_keep_agency BEFORE UPDATE ON "listing" FOR EACH ROW WHEN (OLD."agencyId" <> '' AND OLD."agencyId" <> NEW."agencyId") EXECUTE FUNCTION refuse_other_agency();
--> statement-breakpoint
CREATE TRIGGER z_keep_agency BEFORE UPDATE ON "lead" FOR EACH ROW WHEN (OLD."agencyId" <> '' AND OLD."agencyId" <> NEW."agencyId") EXECUTE FUNCTION refuse_other_agency();
--> statement-breakpoint
CREATE TRIGGER z_keep_agency BEFORE UPDATE ON "file" FOR EACH ROW WHEN (OLD."agencyId" <> '' AND OLD."agencyId" <> NEW."agencyId") EXECUTE FUNCTION refuse_other_agency();
--> statement-breakpoint
CREATE TRIGGER z_keep_agency BEFORE UPDATE ON "person" FOR EACH ROW WHEN (OLD."agencyId" <> '' AND OLD."agencyId" <> NEW."agencyId") EXECUTE FUNCTION refuse_other_agency();
--> statement-breakpoint
-- Called after the migrations. Commits after every few thousand rows; when it is interrupted, the next start continues.
CREATE PROCEDURE backfill_agency_keys() LANGUAGE plpgsql AS $$
DECLARE
  "child" record;
  "page" bigint;
BEGIN
  FOR "child" IN SELECT * FROM (VALUES
      ('co_agent', 'listingId', 'listing'),
      ('open_home', 'listingId', 'listing'),
      ('old_slug', 'listingId', 'listing'),
      ('share_picture', 'listingId', 'listing'),
      ('feed_photo', 'listingId', 'listing'),
      ('document_change', 'listingId', 'listing'),
      ('record_subject', 'listingId', 'listing'),
      ('record_entry', 'listingId', 'listing'),
      ('record_head', 'listingId', 'listing'),
      ('reading', 'leadId', 'lead'),
      ('reading_search', 'leadId', 'lead'),
      ('lead_note', 'leadId', 'lead'),
      ('lead_answer', 'leadId', 'lead'),
      ('invitee', 'leadId', 'lead'),
      ('acknowledgement', 'leadId', 'lead'),
      ('acknowledgement_reminder', 'leadId', 'lead'),
      ('change_recipient', 'leadId', 'lead'),
      ('chosen_reader', 'leadId', 'lead'),
      ('file_version', 'fileId', 'file'),
      ('reading_sum', 'fileId', 'file'),
      ('reading_session', 'fileId', 'file'),
      ('invitee_reading', 'fileId', 'file'),
      ('inbound_document', 'emailId', 'inbound_email'),
      ('vendor_report_email', 'linkId', 'vendor_link'),
      ('webhook_delivery', 'messageId', 'webhook_message')
    ) AS "children" ("name", "column", "parent")
  LOOP
    FOR "page" IN SELECT generate_series(0, pg_relation_size(format('%I', "child"."name")::regclass) / current_setting('block_size')::bigint, 200) LOOP
      EXECUTE format(
        'UPDATE %I AS old SET "agencyId" = parent."agencyId" FROM %I AS parent
        WHERE parent."id" = old.%I AND old.ctid >= ''(%s,0)'' AND old.ctid < ''(%s,0)'' AND old."agencyId" = %L',
        "child"."name", "child"."parent", "child"."column", "page", "page" + 200, '');
      COMMIT;
    END LOOP;
  END LOOP;
  FOR "page" IN SELECT generate_series(0, pg_relation_size('"notification"') / current_setting('block_size')::bigint, 200) LOOP
    UPDATE "notification" SET "agencyId" = agency_of_notification("id", "listingId", "userId"), "updatedAt" = "updatedAt" + interval '1 microsecond'
    WHERE ctid >= format('(%s,0)', "page")::tid AND ctid < format('(%s,0)', "page" + 200)::tid AND "agencyId" = '';
    COMMIT;
  END LOOP;
  DROP PROCEDURE backfill_agency_keys();
END
$$;
