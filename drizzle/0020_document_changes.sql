ALTER TABLE "invitee" ADD COLUMN "revokedBy" text;--> statement-breakpoint
CREATE FUNCTION random_change_id() RETURNS text LANGUAGE sql AS $$
  SELECT 'chng_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + get_byte(random_bytes, nth) % 32, 1), '')
  FROM (SELECT decode(md5(gen_random_uuid()::text), 'hex') AS random_bytes) AS source, generate_series(0, 15) AS nth
$$;
--> statement-breakpoint
-- A document that is added, replaced or dated anew on a published listing with leads. In a trigger, because there are many ways to do that, and
-- none may forget it. Until the agent has chosen whom to tell, one row stands for everything that happened to the document; what happens
-- to its date before the email is sent belongs to the same change.
CREATE FUNCTION record_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  happened text;
  open_change "document_change";
BEGIN
  IF NEW."type" <> 'file' OR NEW."listingId" IS NULL OR NEW."archivedAt" IS NOT NULL OR NEW."erasedAt" IS NOT NULL THEN
    RETURN NULL;
  END IF;
  happened := CASE
    WHEN TG_OP = 'INSERT' THEN 'added'
    WHEN NEW."listingId" IS DISTINCT FROM OLD."listingId" THEN 'added'
    WHEN NEW."version" <> OLD."version" THEN 'replaced'
    WHEN NEW."issuedOn" IS DISTINCT FROM OLD."issuedOn" THEN 'dated'
  END;
  IF happened IS NULL OR NOT EXISTS (SELECT FROM "lead" WHERE "listingId" = NEW."listingId") OR NOT EXISTS (
    SELECT FROM "listing" WHERE "id" = NEW."listingId" AND "publishedAt" IS NOT NULL AND "archivedAt" IS NULL
      AND "status" IN ('available', 'under_offer')
  ) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO open_change FROM "document_change"
  WHERE "fileId" = NEW."id" AND "listingId" = NEW."listingId"
    AND ("audience" IS NULL OR happened = 'dated' AND "audience" <> 'nobody' AND "sendAt" > now())
  ORDER BY "createdAt" DESC LIMIT 1 FOR UPDATE;
  IF FOUND THEN
    UPDATE "document_change" SET "toVersion" = NEW."version", "toIssuedOn" = NEW."issuedOn",
      "kind" = CASE WHEN "kind" = 'dated' THEN happened ELSE "kind" END,
      "fromVersion" = CASE WHEN "kind" = 'dated' AND happened = 'replaced' THEN OLD."version" ELSE "fromVersion" END
    WHERE "id" = open_change."id";
  ELSIF happened = 'added' THEN
    INSERT INTO "document_change" ("id", "listingId", "fileId", "kind", "toVersion", "toIssuedOn")
    VALUES (random_change_id(), NEW."listingId", NEW."id", 'added', NEW."version", NEW."issuedOn");
  -- The first date of a document that buyers have already is not news.
  ELSIF happened = 'replaced' OR OLD."issuedOn" IS NOT NULL AND NEW."issuedOn" IS NOT NULL THEN
    INSERT INTO "document_change" ("id", "listingId", "fileId", "kind", "fromVersion", "toVersion", "fromIssuedOn", "toIssuedOn")
    VALUES (random_change_id(), NEW."listingId", NEW."id", happened, OLD."version", NEW."version", OLD."issuedOn", NEW."issuedOn");
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER record_document_change AFTER INSERT OR UPDATE OF "version", "issuedOn", "listingId" ON "file"
  FOR EACH ROW EXECUTE FUNCTION record_document_change();
