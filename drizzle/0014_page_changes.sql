-- Public pages are kept in memory by every web process until something on them changes. Each change of a listing, its files, its agent or the
-- agent's settings sends the id of the listing or the agent, whoever makes the change.

CREATE FUNCTION announce_page_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  IF TG_TABLE_NAME = 'file' THEN
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
CREATE TRIGGER announce_page_change AFTER INSERT OR UPDATE OR DELETE ON "listing" FOR EACH ROW EXECUTE FUNCTION announce_page_change();
--> statement-breakpoint
CREATE TRIGGER announce_page_change AFTER INSERT OR UPDATE OR DELETE ON "file" FOR EACH ROW EXECUTE FUNCTION announce_page_change();
--> statement-breakpoint
CREATE TRIGGER announce_page_change AFTER UPDATE OR DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION announce_page_change();
--> statement-breakpoint
CREATE TRIGGER announce_page_change AFTER INSERT OR UPDATE OR DELETE ON "profile" FOR EACH ROW EXECUTE FUNCTION announce_page_change();
