CREATE TABLE "lead_note" (
	"id" text PRIMARY KEY NOT NULL,
	"leadId" text NOT NULL,
	"body" text NOT NULL,
	"phone" text,
	"fromOwnBrowser" boolean NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "submissionKey" text;--> statement-breakpoint
ALTER TABLE "lead_note" ADD CONSTRAINT "lead_note_leadId_lead_id_fk" FOREIGN KEY ("leadId") REFERENCES "public"."lead"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "lead_note_by_time" ON "lead_note" USING btree ("leadId","createdAt");