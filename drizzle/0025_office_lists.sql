-- The list of files in each order, and counts of leads, without reading all of a large agency's. For more than some 100,000 leads or files, create them before
-- the upgrade with `concurrently` (docs/operations.md), so that no writer waits.
CREATE INDEX IF NOT EXISTS "file_by_creation" ON "file" USING btree ("agencyId","createdAt","id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_name" ON "file" USING btree ("agencyId",lower("name"),"id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_by_size" ON "file" USING btree ("agencyId","size","id") WHERE "file"."erasedAt" is null and "file"."archivedAt" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lead_by_status" ON "lead" USING btree ("agencyId","status","archivedAt","nextActionAt","userId","listingId");
