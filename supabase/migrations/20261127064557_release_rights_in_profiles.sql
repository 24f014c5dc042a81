-- Every account has a profile since its sign-up (nemus_create_profile). The key lets the profile read embed both tables.

ALTER TABLE "public"."nemus_release_members"
  DROP CONSTRAINT "nemus_release_members_user_id_fkey";

ALTER TABLE "public"."nemus_release_operators"
  DROP CONSTRAINT "nemus_release_operators_user_id_fkey";

ALTER TABLE "public"."nemus_release_members"
  ADD CONSTRAINT "nemus_release_members_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_release_operators"
  ADD CONSTRAINT "nemus_release_operators_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;
