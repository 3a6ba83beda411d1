ALTER TABLE "file" ADD COLUMN "deletedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "erasedAt" timestamp with time zone;