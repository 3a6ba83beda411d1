CREATE TABLE "used_bot_check" (
	"answerHash" text PRIMARY KEY NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_export" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"size" integer,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"finishedAt" timestamp with time zone,
	"expiresAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "device" (
	"userId" text NOT NULL,
	"tokenHash" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_userId_tokenHash_pk" PRIMARY KEY("userId","tokenHash")
);
--> statement-breakpoint
CREATE TABLE "profile" (
	"userId" text PRIMARY KEY NOT NULL,
	"agencyName" text DEFAULT '' NOT NULL,
	"timeZone" text DEFAULT 'Pacific/Auckland' NOT NULL,
	"photo" "bytea",
	"photoVersion" text,
	"cardTagline" text DEFAULT '' NOT NULL,
	"cardAccent" text DEFAULT 'teal' NOT NULL,
	"cardShowsPhone" boolean DEFAULT true NOT NULL,
	"cardShowsEmail" boolean DEFAULT true NOT NULL,
	"mutedMails" text[] DEFAULT '{}' NOT NULL,
	"deletionDueAt" timestamp with time zone,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "publicId" text NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "used_bot_check_expiresAt_index" ON "used_bot_check" USING btree ("expiresAt");--> statement-breakpoint
CREATE INDEX "data_export_userId_index" ON "data_export" USING btree ("userId");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_publicId_unique" UNIQUE("publicId");