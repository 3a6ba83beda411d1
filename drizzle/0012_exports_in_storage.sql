ALTER TABLE "data_export" ADD COLUMN "sizeBytes" bigint;--> statement-breakpoint
ALTER TABLE "data_export" ADD COLUMN "path" text;