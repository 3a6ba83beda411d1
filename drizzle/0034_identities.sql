CREATE TABLE "identity" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"lastUsedAt" timestamp with time zone,
	CONSTRAINT "identity_issuer_subject_unique" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_request" (
	"stateHash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"browserHash" text NOT NULL,
	"sealed" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending_sign_in" ADD COLUMN "identity" jsonb;--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "identity_userId_index" ON "identity" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "identity_request_expiresAt_index" ON "identity_request" USING btree ("expiresAt");