CREATE TABLE "kept_key" (
	"purpose" text NOT NULL,
	"secretId" text NOT NULL,
	"sealed" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_key_purpose_secretId_pk" PRIMARY KEY("purpose","secretId")
);
--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "publicKey" text;