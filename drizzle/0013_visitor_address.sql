CREATE TABLE "visitor_address" (
	"key" text PRIMARY KEY NOT NULL,
	"visitors" integer NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
