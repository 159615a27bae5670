"""Addresses of the dataset. Those with a slash at their end are pages: there may be an owner named data."""

from django.urls import re_path

from errorkb.exports import views

urlpatterns = [re_path(r"^data/(?P<path>.*[^/])$", views.dataset_file)]
