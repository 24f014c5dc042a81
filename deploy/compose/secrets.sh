#!/bin/sh
# Writes .env with secrets of its own from env.example. An existing file is kept: its secrets would be lost.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then echo '.env exists already.' >&2; exit 1; fi
umask 077
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
# A key of the API: a token for a role, valid for ten years.
token() {
  now=$(date +%s)
  payload="{\"role\":\"$1\",\"iss\":\"supabase\",\"iat\":$now,\"exp\":$((now + 315360000))}"
  signed="$(printf '{"alg":"HS256","typ":"JWT"}' | base64url).$(printf '%s' "$payload" | base64url)"
  printf '%s.%s' "$signed" "$(printf '%s' "$signed" | openssl dgst -sha256 -hmac "$jwt_secret" -binary | base64url)"
}
jwt_secret=$(openssl rand -hex 32)
while IFS= read -r line; do
  name=${line%%=*}
  case $line in
    JWT_SECRET=*) value=$jwt_secret ;;
    *=generate:anon | *=generate:service_role) value=$(token "${line##*:}") ;;
    *=generate:*) value=$(openssl rand -hex "${line##*:}") ;;
    *) printf '%s\n' "$line"; continue ;;
  esac
  printf '%s=%s\n' "$name" "$value"
done < env.example > .env.new
mv .env.new .env
echo 'Written: .env. Keep a copy in your password store.'
