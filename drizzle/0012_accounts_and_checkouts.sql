CREATE TABLE "used_trial" (
	"keyHash" text PRIMARY KEY NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "wasSignedIn" boolean;--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "subscriptionId" text;--> statement-breakpoint
ALTER TABLE "checkout" ADD COLUMN "chargesOnConfirm" boolean;