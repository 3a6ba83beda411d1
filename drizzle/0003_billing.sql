CREATE SEQUENCE "public"."provider_read_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "checkout" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text,
	"outcome" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"fulfilledAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"userId" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"trialEndsAt" timestamp with time zone,
	"periodEndsAt" timestamp with time zone,
	"endsAt" timestamp with time zone,
	"firstPaidAt" timestamp with time zone,
	"trialNoticeFor" timestamp with time zone,
	"readNumber" bigint NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE cascade;