ALTER TABLE "file" ADD COLUMN "originalName" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "fileId" text;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_fileId_file_id_fk" FOREIGN KEY ("fileId") REFERENCES "public"."file"("id") ON DELETE restrict ON UPDATE cascade;