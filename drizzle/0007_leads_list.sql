ALTER TABLE "lead" ADD COLUMN "userId" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "lastSeenAt" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "searchText" text GENERATED ALWAYS AS (lower("lead"."firstName" || ' ' || "lead"."lastName" || ' ' || "lead"."email" || ' ' || "lead"."phone" || ' ' ||
          regexp_replace("lead"."phone", '[^0-9]', '', 'g') || ' ' || "lead"."note" || ' ' || "lead"."agentNote")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "userId" text;--> statement-breakpoint
UPDATE "lead" SET "userId" = home."userId", "lastSeenAt" = greatest("lead"."createdAt",
  (SELECT max("createdAt") FROM "event" WHERE "event"."leadId" = "lead"."id")), "updatedAt" = "lead"."updatedAt" + interval '1 microsecond'
  FROM "listing" home WHERE home."id" = "lead"."listingId";--> statement-breakpoint
UPDATE "notification" SET "userId" = home."userId" FROM "listing" home WHERE home."id" = "notification"."listingId";--> statement-breakpoint
-- Whoever writes a lead or a notification, it belongs to the agent of its listing.
CREATE FUNCTION take_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."userId" := (SELECT "userId" FROM "listing" WHERE "id" = NEW."listingId");
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER take_owner BEFORE INSERT OR UPDATE OF "listingId" ON "lead" FOR EACH ROW EXECUTE FUNCTION take_owner();
--> statement-breakpoint
CREATE TRIGGER take_owner BEFORE INSERT OR UPDATE OF "listingId" ON "notification" FOR EACH ROW EXECUTE FUNCTION take_owner();
--> statement-breakpoint
-- A lead is seen when it arrives, and with everything that the buyer does from then on.
CREATE FUNCTION see_new_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."lastSeenAt" := NEW."createdAt";
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER see_new_lead BEFORE INSERT ON "lead" FOR EACH ROW EXECUTE FUNCTION see_new_lead();
--> statement-breakpoint
CREATE FUNCTION see_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "lead" SET "lastSeenAt" = NEW."createdAt" WHERE "id" = NEW."leadId" AND "lastSeenAt" < NEW."createdAt";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER see_lead AFTER INSERT ON "event" FOR EACH ROW WHEN (NEW."leadId" IS NOT NULL) EXECUTE FUNCTION see_lead();
--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "event_by_lead" ON "event" USING btree ("leadId","createdAt","id") WHERE "event"."leadId" is not null;--> statement-breakpoint
CREATE INDEX "lead_by_arrival" ON "lead" USING btree ("userId","createdAt","id","status","listingId") WHERE "lead"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX "lead_by_last_seen" ON "lead" USING btree ("userId","lastSeenAt","id","status","listingId") WHERE "lead"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX "lead_by_name" ON "lead" USING btree ("userId",lower("firstName" || ' ' || "lastName"),"id","status","listingId") WHERE "lead"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX "lead_archive" ON "lead" USING btree ("userId","createdAt","id") WHERE "lead"."archivedAt" is not null;--> statement-breakpoint
CREATE INDEX "notification_by_time" ON "notification" USING btree ("userId","createdAt","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("userId") WHERE "notification"."archivedAt" is null;