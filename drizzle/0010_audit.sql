CREATE TABLE "audit" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"action" text NOT NULL,
	"device" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"hour" timestamp with time zone,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "audit_once_an_hour" UNIQUE("userId","action","hour")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("userId","at","id");--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit" USING btree ("at");