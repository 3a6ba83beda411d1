CREATE TABLE "account_recovery" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"dueAt" timestamp with time zone NOT NULL,
	"linkSentAt" timestamp with time zone,
	"endedAt" timestamp with time zone,
	"isDone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authenticator" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"sealedSecret" text NOT NULL,
	"lastUsedStep" integer,
	"confirmedAt" timestamp with time zone,
	"lastUsedAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_sign_in" (
	"tokenHash" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"deviceHash" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "previous_address" (
	"userId" text NOT NULL,
	"email" text NOT NULL,
	"replacedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "previous_address_userId_email_pk" PRIMARY KEY("userId","email")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"userId" text NOT NULL,
	"codeHash" text NOT NULL,
	"usedAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_userId_codeHash_pk" PRIMARY KEY("userId","codeHash")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "provenAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agency" ADD COLUMN "secondFactorFrom" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "secondFactorRemindedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_recovery" ADD CONSTRAINT "account_recovery_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "authenticator" ADD CONSTRAINT "authenticator_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "pending_sign_in" ADD CONSTRAINT "pending_sign_in_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "previous_address" ADD CONSTRAINT "previous_address_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "account_recovery_open" ON "account_recovery" USING btree ("userId") WHERE "account_recovery"."endedAt" is null;--> statement-breakpoint
CREATE INDEX "authenticator_userId_index" ON "authenticator" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "pending_sign_in_userId_index" ON "pending_sign_in" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "pending_sign_in_expiresAt_index" ON "pending_sign_in" USING btree ("expiresAt");