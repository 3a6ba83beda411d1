-- The lists of a large agency in each order and its counts, without reading all of it. For more than some 100,000 rows, create them before the upgrade with
-- `concurrently` (docs/operations.md), so that no writer waits.
CREATE INDEX IF NOT EXISTS "audit_of_account" ON "audit" USING btree ("userId","at","id") WHERE "audit"."agencyId" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_of_members" ON "audit" USING btree ("agencyId","at") WHERE "audit"."action" in ('member_joined', 'member_removed', 'member_left');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_creation" ON "file" USING btree ("agencyId","createdAt","id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_name" ON "file" USING btree ("agencyId",lower("name"),"id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_size" ON "file" USING btree ("agencyId","size","id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lead_by_status" ON "lead" USING btree ("agencyId","status","archivedAt","nextActionAt","userId","listingId");
