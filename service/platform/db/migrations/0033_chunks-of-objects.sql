CREATE TABLE "object_chunks" (
	"object_key" text PRIMARY KEY NOT NULL,
	"hashes" "bytea" NOT NULL
);
