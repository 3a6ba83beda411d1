ALTER TABLE "device" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "userAgent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "idleLockMinutes" integer;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "deviceHash" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "lastActiveAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "lockedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "sessionHours" integer;--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "idleLockMinutes" integer;