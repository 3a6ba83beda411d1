CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"credentialId" text NOT NULL,
	"publicKey" "bytea" NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"deviceType" text NOT NULL,
	"isBackedUp" boolean DEFAULT false NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"lastUsedAt" timestamp with time zone,
	CONSTRAINT "passkey_credentialId_unique" UNIQUE("credentialId")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"challengeHash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"browserHash" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "passkey_userId_index" ON "passkey" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "passkey_challenge_expiresAt_index" ON "passkey_challenge" USING btree ("expiresAt");